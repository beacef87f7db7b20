import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { CONSENT_FIELDS } from '../../../src/widgets/widget.ts'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { LanguagesField } from './languages-field.tsx'
import { Movable } from './movable.tsx'
import { newConsent } from './questions-form.ts'
import type { WidgetFormApi } from './settings-form.tsx'

const CONSENT_TEXTS = {
  entry: words.widgets.consent,
  up: words.widgets.consentUp,
  down: words.widgets.consentDown,
  remove: words.widgets.removeConsent,
}

/**
 * The consents people are asked for. The position of each decides the name under which its answer is stored.
 */
export function ConsentsField({ form }: { form: WidgetFormApi }) {
  const { consents } = form.values
  const add = () => {
    form.insertListItem('consents', newConsent())
    const path = `consents.${consents.length}.text`
    requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }
  return (
    <Stack gap="sm" align="stretch">
      <Movable
        entries={consents}
        texts={CONSENT_TEXTS}
        onMove={(from, to) => form.reorderListItem('consents', { from, to })}
        onRemove={(at) => form.removeListItem('consents', at)}
      >
        {({ translations, url }, at) => (
          <Stack gap="xs">
            <Textarea
              label={words.widgets.text}
              autosize
              minRows={2}
              maxLength={1000}
              {...form.getInputProps(`consents.${at}.text`)}
            />
            <TextInput
              label={words.widgets.fullText}
              placeholder="https://www.example.com/privacy"
              type="url"
              maxLength={2000}
              {...form.getInputProps(`consents.${at}.url`)}
            />
            <Checkbox
              label={words.widgets.requiredConsent}
              {...form.getInputProps(`consents.${at}.required`, { type: 'checkbox' })}
            />
            <Text size="sm" c="dimmed">
              <Say text={words.widgets.storedAs} values={{ field: <code>{CONSENT_FIELDS[at]}</code> }} />
            </Text>
            <LanguagesField
              form={form}
              path={`consents.${at}.translations`}
              translations={translations}
              empty={{ text: '', url: '' }}
              first="text"
            >
              {(path, _, attributes) => (
                <>
                  <Textarea
                    label={words.widgets.text}
                    autosize
                    minRows={2}
                    maxLength={1000}
                    {...attributes}
                    {...form.getInputProps(`${path}.text`)}
                  />
                  <TextInput
                    label={words.widgets.fullText}
                    placeholder={url}
                    type="url"
                    maxLength={2000}
                    {...form.getInputProps(`${path}.url`)}
                  />
                </>
              )}
            </LanguagesField>
          </Stack>
        )}
      </Movable>
      {consents.length < CONSENT_FIELDS.length && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} w="fit-content">
          {words.widgets.addConsent}
        </Button>
      )}
    </Stack>
  )
}
