import { Code, Group, Stack, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { PreviewAnswer } from '../../../src/http/admin/events-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { count } from '../kit/format.ts'
import { rangeText, reminderText, zoneName } from './times.ts'

export type Preview = PreviewAnswer['data']
type Seen = Preview['programs'][number]

/** How one application shows the event to someone in a time zone. */
export function Application({
  application,
  preview,
  zone,
}: {
  application: Seen
  preview: Preview
  zone: string
}) {
  const { event, seen } = preview
  const allDay = event.startTime === null
  const from = new Date(allDay ? `${event.startDate}T00:00Z` : event.startAt)
  const to = new Date(allDay ? `${event.endDate}T00:00Z` : event.endAt)
  const when = rangeText(from, to, allDay ? 'UTC' : zone, allDay)
  const struck = application.state === 'struck' ? 'struck' : ''
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>{application.name}</b> {application.where}
      </Text>
      {application.state === 'hidden' ? (
        <Text>The event is not shown.</Text>
      ) : (
        <>
          <Mock label="In a month">
            {application.monthTitle === null ? (
              <Text size="sm">A dot on the day, without a title.</Text>
            ) : (
              <div className={`seen-chip ${struck}`}>
                {!allDay && <span>{rangeText(from, from, zone).split(', ').at(-1)} </span>}
                {application.monthTitle}
              </div>
            )}
          </Mock>
          <Mock label="In a list">
            <div className={`seen-row ${struck}`}>{application.listTitle}</div>
            <Text size="sm" c="dimmed">
              {when}
            </Text>
          </Mock>
          <Mock label="When opened">
            <Text fw={600} className={struck}>
              {seen.title}
            </Text>
            <Text size="sm">
              {when}
              {!allDay && ` ${zoneName(zone, from)}`}
            </Text>
            {!allDay && zone !== event.timezone && (
              <Text size="sm" c="dimmed">
                {rangeText(from, to, event.timezone)} local time ({event.timezone})
              </Text>
            )}
            {seen.location && <Text size="sm">{seen.location}</Text>}
            <Text size="sm" c="dimmed" className="seen-text">
              {seen.description}
            </Text>
            <Reminders application={application} />
          </Mock>
        </>
      )}
      <Text size="sm">
        <b>Changes arrive:</b> {application.updates}
      </Text>
    </Stack>
  )
}

function Mock({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={2}>
        {label}
      </Text>
      <div className="seen">{children}</div>
    </div>
  )
}

const REMINDS = { yes: 'shown', no: 'not shown', perhaps: 'only if the subscriber keeps alerts' }

function Reminders({ application: { reminders, reminderNote } }: { application: Seen }) {
  if (reminders.length === 0) return null
  return (
    <Stack gap={2} mt="xs">
      {reminders.map(({ before, shown }) => (
        <Group key={before} gap={6} wrap="nowrap">
          {shown === 'no' ? <IconBellOff size={16} aria-hidden /> : <IconBell size={16} aria-hidden />}
          <Text size="sm">
            Reminder {reminderText(before)}: <b>{REMINDS[shown]}</b>
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {reminderNote}
      </Text>
    </Stack>
  )
}

/** The event as iCalendar text. */
export function Feed({ preview: { event, ics, feed } }: { preview: Preview }) {
  const { nameOf } = useCalendarNames()
  const calendars = event.calendarIds.length
  return (
    <Stack gap="sm">
      {feed && (
        <Text size="sm">
          {calendars > 1 &&
            `The event is once in the feed of a subscriber, however many of its ${count(calendars)} calendars they follow. `}
          With this event, the feed of {nameOf(feed.calendarId)} takes {count(Math.round(feed.bytes / 1000))}{' '}
          of {count(feed.most / 1000)} kB. The event itself takes {count(feed.eventBytes)} bytes.
        </Text>
      )}
      <Code block tabIndex={0} aria-label="The event in the feed" className="seen-feed">
        {ics.trim()}
      </Code>
    </Stack>
  )
}
