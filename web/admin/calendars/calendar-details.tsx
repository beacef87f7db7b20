import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { PutInMail } from '../kit/put-in-mail.tsx'
import { useMay } from '../kit/session.tsx'
import { SourcesOfCalendar } from '../sources/sources-list.tsx'
import { DeleteCalendar } from './delete-calendar.tsx'
import { extentInWords } from './extent.ts'

/** The links of a calendar, and its deletion. */
export function CalendarDetails({ calendar }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  return (
    <Stack>
      {mayEdit && <SourcesOfCalendar calendarId={calendar.id} />}
      <Section title="Links">
        <Stack>
          <CopyField
            label="Public page"
            value={calendar.page}
            what="the page link"
            description={calendar.draft ? 'Closed while it is a draft.' : undefined}
          />
          <CopyField
            label="Feed"
            value={calendar.feed}
            what="the feed link"
            description={
              calendar.draft ? 'Closed while it is a draft.' : 'For calendar applications, without an e-mail.'
            }
          />
          {calendar.feedExtent && (
            <Alert color="warn" title="The feed is full">
              {extentInWords(calendar.feedExtent)} To fit more, shorten the details of events, or limit the
              days in the{' '}
              <Anchor component={Link} to="/settings" inherit underline="always">
                settings
              </Anchor>
              .
            </Alert>
          )}
          {!calendar.draft && (
            <PutInMail
              path={`/calendars/${calendar.id}/mail-block`}
              text="The picture shows the next event at the time when the mail is read."
            />
          )}
          <CopyField label="Id" value={calendar.id} what="the id" />
          <CopyField label="Reference" value={calendar.reference} what="the reference" />
          <Text size="sm" c="dimmed">
            Created {day(calendar.created)}, changed {moment(calendar.modified)}
          </Text>
        </Stack>
      </Section>
      {mayEdit && <Removal calendar={calendar} />}
    </Stack>
  )
}

function Removal({ calendar }: { calendar: AdminCalendar }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Section title="Delete">
      <Text size="sm" mb="sm">
        This deletes the calendar, its events and all subscriptions to it. To hide it for a while, make it a
        draft.
      </Text>
      <Button color="bad" variant="outline" onClick={() => setAsking(true)}>
        Delete the calendar
      </Button>
      <DeleteCalendar
        calendar={calendar}
        opened={asking}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate({ to: '/calendars' })}
      />
    </Section>
  )
}
