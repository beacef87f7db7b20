import { Stack, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { Fact } from './facts-section.tsx'
import { ANSWERS } from './words.ts'

/** The subscriber's answers and consents from the registration. */
export function RegistrationSection({
  record: { answers, customFields, consents, consentLanguage },
}: {
  record: SubscriberRecord
}) {
  const entries = Object.entries(answers)
  const language = LANGUAGES.find(({ value }) => value === consentLanguage)?.label
  if (entries.length + customFields.length + consents.length === 0) return null
  return (
    <Section title="Registration" text="What they entered when they subscribed.">
      <Stack>
        <dl className="facts">
          {entries.map(([name, value]) => (
            <Fact key={name} name={ANSWERS[name] ?? name}>
              {value}
            </Fact>
          ))}
          {customFields.map(({ name, value }) => (
            <Fact key={`own ${name}`} name={name}>
              {value}
            </Fact>
          ))}
          {consents.map(({ field, text, given }) => (
            <Fact key={field} name={text || 'A consent whose text is no longer in the widget'}>
              {given ? 'Agreed' : 'Did not agree'}
              {language && (
                <Text component="span" c="dimmed">
                  {' '}
                  (asked in <bdi lang={consentLanguage}>{language}</bdi>)
                </Text>
              )}
            </Fact>
          ))}
        </dl>
      </Stack>
    </Section>
  )
}
