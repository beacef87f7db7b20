import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { CONSENT_FIELDS } from '../../../src/widgets/widget.ts'
import { Movable } from './movable.tsx'
import type { WidgetFormApi } from './settings-form.tsx'
import { keyed } from './widget-form.ts'

/**
 * The consents people are asked for. The position of each decides the name under which its answer is stored.
 */
export function ConsentsField({ form }: { form: WidgetFormApi }) {
  const { consents } = form.values
  const add = () => {
    form.insertListItem('consents', keyed({ text: '', url: '', required: false }))
    const path = `consents.${consents.length}.text`
    requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }
  return (
    <Stack gap="sm" align="stretch">
      <Movable
        entries={consents}
        noun="Consent"
        onMove={(from, to) => form.reorderListItem('consents', { from, to })}
        onRemove={(at) => form.removeListItem('consents', at)}
      >
        {(_, at) => (
          <Stack gap="xs">
            <Textarea
              label="Text"
              autosize
              minRows={2}
              maxLength={1000}
              {...form.getInputProps(`consents.${at}.text`)}
            />
            <TextInput
              label="Address of the full text"
              placeholder="https://www.example.com/privacy"
              type="url"
              maxLength={2000}
              {...form.getInputProps(`consents.${at}.url`)}
            />
            <Checkbox
              label="Required to subscribe"
              {...form.getInputProps(`consents.${at}.required`, { type: 'checkbox' })}
            />
            <Text size="sm" c="dimmed">
              The answer is stored as <code>{CONSENT_FIELDS[at]}</code>.
            </Text>
          </Stack>
        )}
      </Movable>
      {consents.length < CONSENT_FIELDS.length && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} w="fit-content">
          Add a consent
        </Button>
      )}
    </Stack>
  )
}
