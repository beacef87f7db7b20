import { Code, Group, Stack, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { PreviewAnswer } from '../../../src/http/admin/events-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { reminderText } from '../kit/reminder-text.ts'
import { Say, say, sayCount, sentences } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { applicationName, habitsOf } from './seen-words.ts'
import { rangeText, timeText, zoneName } from './times.ts'

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
  const { where, updates } = habitsOf(application)
  const allDay = event.startTime === null
  const from = new Date(allDay ? `${event.startDate}T00:00Z` : event.startAt)
  const to = new Date(allDay ? `${event.endDate}T00:00Z` : event.endAt)
  const when = rangeText(from, to, allDay ? 'UTC' : zone, allDay)
  const struck = application.state === 'struck' ? 'struck' : ''
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Say
          text={words.events.nameAndWhere}
          values={{ name: <b>{applicationName(application)}</b>, where }}
        />
      </Text>
      {application.state === 'hidden' ? (
        <Text>{words.events.notShown}</Text>
      ) : (
        <>
          <Mock label={words.events.inMonth}>
            {application.monthTitle === null ? (
              <Text size="sm">{words.events.onlyDot}</Text>
            ) : (
              <div className={`seen-chip ${struck}`}>
                {!allDay && <span>{timeText(from, zone)} </span>}
                {application.monthTitle}
              </div>
            )}
          </Mock>
          <Mock label={words.events.inList}>
            <div className={`seen-row ${struck}`}>{application.listTitle}</div>
            <Text size="sm" c="dimmed">
              {when}
            </Text>
          </Mock>
          <Mock label={words.events.whenOpened}>
            <Text fw={600} className={struck}>
              {seen.title}
            </Text>
            <Text size="sm">
              {when}
              {!allDay && ` ${zoneName(zone, from)}`}
            </Text>
            {!allDay && zone !== event.timezone && (
              <Text size="sm" c="dimmed">
                {say(words.events.localTime, {
                  when: rangeText(from, to, event.timezone),
                  zone: event.timezone,
                })}
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
        <Say text={words.events.changesArrive} values={{ when: <b>{updates}</b> }} />
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

const REMINDS = {
  yes: words.events.reminderYes,
  no: words.events.reminderNo,
  perhaps: words.events.reminderPerhaps,
}

function Reminders({ application }: { application: Seen }) {
  const { reminders } = application
  if (reminders.length === 0) return null
  return (
    <Stack gap={2} mt="xs">
      {reminders.map(({ before, shown }) => (
        <Group key={before} gap={6} wrap="nowrap">
          {shown === 'no' ? <IconBellOff size={16} aria-hidden /> : <IconBell size={16} aria-hidden />}
          <Text size="sm">
            <Say
              text={words.events.reminderShown}
              values={{ before: reminderText(before), shown: <b>{REMINDS[shown]}</b> }}
            />
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {habitsOf(application).reminderNote}
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
          {sentences(
            ...(calendars > 1 ? [sayCount(words.events.onceInFeed, calendars)] : []),
            say(words.events.feedSize, {
              calendar: nameOf(feed.calendarId),
              size: Math.round(feed.bytes / 1000),
              most: feed.most / 1000,
              bytes: feed.eventBytes,
            }),
          )}
        </Text>
      )}
      <Code block tabIndex={0} aria-label={words.events.inTheFeed} className="seen-feed">
        {ics.trim()}
      </Code>
    </Stack>
  )
}
