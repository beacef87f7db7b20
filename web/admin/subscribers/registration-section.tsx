import { Stack } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
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
    <Section title={words.subscribers.registration} text={words.subscribers.registrationText}>
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
            <Fact key={field} name={text || words.subscribers.consentGone}>
              {language ? (
                <Say
                  text={words.subscribers.agreedIn}
                  values={{
                    answer: answerOf(given),
                    language: <bdi lang={consentLanguage}>{language}</bdi>,
                  }}
                />
              ) : (
                answerOf(given)
              )}
            </Fact>
          ))}
        </dl>
      </Stack>
    </Section>
  )
}

function answerOf(given: boolean): string {
  return given ? words.subscribers.agreed : words.subscribers.notAgreed
}
