import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { day, moment } from '../kit/format.ts'
import { Leaf } from '../kit/leaf.tsx'
import { Section } from '../kit/page.tsx'
import { PutInMail } from '../kit/put-in-mail.tsx'
import { useMay } from '../kit/session.tsx'
import { amountOf } from './amount.ts'
import { DeleteCalendar } from './delete-calendar.tsx'
import { extentInWords } from './extent.ts'

/** The side column of a calendar: counts, links and deletion. */
export function CalendarDetails({ calendar }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  return (
    <Stack>
      <Section title="In this calendar">
        <Numbers calendar={calendar} />
      </Section>
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
            <Anchor href={calendar.page} target="_blank" rel="noreferrer" size="sm">
              Open the public page
            </Anchor>
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

function Numbers({ calendar: { id, events, subscribers, nextEvent } }: { calendar: AdminCalendar }) {
  return (
    <Stack gap="sm">
      <Anchor component={Link} to="/events" search={{ calendars: id } as never}>
        {amountOf(events, 'event', 'events')}
      </Anchor>
      <Anchor component={Link} to="/subscribers" search={{ calendarId: id } as never}>
        {amountOf(subscribers, 'subscriber', 'subscribers')}
      </Anchor>
      {nextEvent && (
        <Group wrap="nowrap" gap="sm">
          <Leaf date={nextEvent.startDate} />
          <div>
            <Text size="sm" c="dimmed">
              Next
            </Text>
            <Anchor component={Link} to={`/events/${nextEvent.id}`}>
              {nextEvent.name}
            </Anchor>
          </div>
        </Group>
      )}
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
