import { Stack } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { Section } from '../kit/page.tsx'

/** Their links, for who may have them. */
export function LinksSection({ record: { links } }: { record: SubscriberRecord }) {
  if (!links) return null
  return (
    <Section title="Links" text="Whoever has one of them can use it. Give them to this person only.">
      <Stack>
        <CopyField
          label="Feed"
          value={links.feed}
          what="the feed link"
          description="For their calendar application"
        />
        <CopyField
          label="Their page"
          value={links.manage}
          what="the link of their page"
          description="Where they choose calendars and reminders, or leave"
        />
      </Stack>
    </Section>
  )
}
