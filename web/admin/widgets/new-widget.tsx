import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { WidgetAnswer } from '../../../src/http/admin/widgets-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'

/** Creates a widget, then opens its settings. */
export function NewWidget({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { type: 'button', name: '' },
    validate: { name: (name) => (name.trim() ? null : words.widgets.nameFault) },
    save: async ({ type, name }) => {
      const { data } = await send<WidgetAnswer>('POST', '/widgets', { type, name: name.trim() })
      await readAgain('/widgets')
      await navigate({ to: `/widgets/${data.id}` })
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={words.widgets.newWidget}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Radio.Group label={words.widgets.type} {...form.getInputProps('type')}>
            <Stack gap="xs" mt={4}>
              <Radio value="button" label={words.widgets.button} description={words.widgets.buttonText} />
              <Radio
                value="event"
                label={words.widgets.eventList}
                description={words.widgets.eventListText}
              />
            </Stack>
          </Radio.Group>
          <TextInput
            label={words.kit.name}
            description={
              form.values.type === 'button' ? words.widgets.nameOfButton : words.widgets.nameOfList
            }
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {words.widgets.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
