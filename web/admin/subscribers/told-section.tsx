import { Stack } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { Section } from '../kit/page.tsx'
import { Fact } from './facts-section.tsx'
import { ANSWERS } from './words.ts'

/** What they told when subscribing, and what they agreed to. */
export function ToldSection({ record: { answers, customFields, consents } }: { record: SubscriberRecord }) {
  const told = Object.entries(answers)
  if (told.length + customFields.length + consents.length === 0) return null
  return (
    <Section title="Registration" text="What they told when subscribing.">
      <Stack>
        <dl className="facts">
          {told.map(([name, value]) => (
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
            <Fact key={field} name={text || `Consent ${field}`}>
              {given ? 'Agreed' : 'Did not agree'}
            </Fact>
          ))}
        </dl>
      </Stack>
    </Section>
  )
}
