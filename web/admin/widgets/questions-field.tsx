import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Movable } from './movable.tsx'
import type { WidgetFormApi } from './settings-form.tsx'
import { keyed } from './widget-form.ts'

const MAX_QUESTIONS = 20

/** The publisher's own questions. */
export function QuestionsField({ form }: { form: WidgetFormApi }) {
  const { customFields } = form.values
  const add = () => {
    const names = customFields.map(({ name }) => name)
    let n = customFields.length + 1
    while (names.includes(`question_${n}`)) n++
    form.insertListItem('customFields', keyed({ name: `question_${n}`, label: '', required: false }))
    const path = `customFields.${customFields.length}.label`
    requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }
  return (
    <Stack gap="sm" align="stretch">
      <Movable
        entries={customFields}
        noun="Question"
        onMove={(from, to) => form.reorderListItem('customFields', { from, to })}
        onRemove={(at) => form.removeListItem('customFields', at)}
      >
        {(_, at) => (
          <Stack gap="xs">
            <TextInput
              label="Text of the question"
              maxLength={255}
              {...form.getInputProps(`customFields.${at}.label`)}
            />
            <TextInput
              label="Name for your programs"
              description="Answers have this name in the API and in webhooks."
              maxLength={100}
              classNames={{ input: 'mono' }}
              {...form.getInputProps(`customFields.${at}.name`)}
            />
            <Checkbox
              label="Required"
              {...form.getInputProps(`customFields.${at}.required`, { type: 'checkbox' })}
            />
          </Stack>
        )}
      </Movable>
      {customFields.length < MAX_QUESTIONS && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} w="fit-content">
          Add a question
        </Button>
      )}
    </Stack>
  )
}
