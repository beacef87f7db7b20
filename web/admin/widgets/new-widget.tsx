import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { WidgetAnswer } from '../../../src/http/admin/widgets-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'

/** Creates a widget, then opens its settings. */
export function NewWidget({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { type: 'button', name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name') },
    save: async ({ type, name }) => {
      const { data } = await send<WidgetAnswer>('POST', '/widgets', { type, name: name.trim() })
      await readAgain('/widgets')
      await navigate({ to: `/widgets/${data.id}` })
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title="New widget">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Radio.Group label="Type" {...form.getInputProps('type')}>
            <Stack gap="xs" mt={4}>
              <Radio
                value="button"
                label="Subscribe button"
                description="Lets people choose calendars and add them to their own."
              />
              <Radio
                value="event"
                label="Event list"
                description="Shows your events in your page, as a list or by month, with a button to subscribe."
              />
            </Stack>
          </Radio.Group>
          <TextInput
            label="Name"
            description={form.values.type === 'button' ? 'Also the text of the button.' : 'Only you see it.'}
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              Create
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
