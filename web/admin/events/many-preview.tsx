import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ManyPreviewAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { count, counted } from '../kit/format.ts'
import { reachAheadText } from '../kit/reach-ahead.tsx'
import { differencesOf, faultText } from './event-differences.ts'
import { type When, whenText } from './times.ts'

type Preview = ManyPreviewAnswer['data']

/** Shows a change of many events before it is made: each with old and new, and those that it does not fit. */
export function ManyPreview({ preview, remove }: { preview: Preview; remove: boolean }) {
  const { shown, changing, refusedCount, events, reach } = preview
  const rest = changing.length - shown.length
  return (
    <Stack gap="sm">
      <Text aria-live="polite">{summaryOf(preview, remove)}</Text>
      {reach && <Text role="status">{reachAheadText(reach, changing.length)}</Text>}
      {refusedCount > 0 && <Refused preview={preview} />}
      {shown.length > 0 && (
        <ul className="many-preview" aria-label={remove ? 'Events to delete' : 'Old and new'}>
          {shown.map((event) => (
            <Shown key={event.id} event={event} />
          ))}
        </ul>
      )}
      {rest > 0 && <Text c="dimmed">and {counted(rest, 'other event', 'other events')}, changed alike</Text>}
      {events === 0 && <Text c="dimmed">No event is left of those that you chose.</Text>}
    </Stack>
  )
}

function summaryOf({ events, changing, live, shared }: Preview, remove: boolean): string {
  const of = `${count(changing.length)} of ${counted(events, 'event', 'events')}`
  if (events === 0) return ''
  if (changing.length === 0) return 'Nothing will change.'
  const seen =
    live === 0
      ? 'All of them are drafts, so no subscriber will notice.'
      : `${counted(live, 'of them is', 'of them are')} live: subscribers’ calendars follow.`
  const several =
    shared > 0 && remove
      ? ` ${counted(shared, 'of them is', 'of them are')} in several calendars, and will be deleted from all.`
      : ''
  return `${of} will ${remove ? 'be deleted' : 'change'}. ${seen}${several}`
}

function Refused({ preview: { refused, refusedCount } }: { preview: Preview }) {
  const rest = refusedCount - refused.length
  return (
    <Alert
      color="warn"
      title={refusedCount === 1 ? '1 event stays as it is' : `${count(refusedCount)} events stay as they are`}
      role="alert"
    >
      <List size="sm">
        {refused.map(({ id, name, errors }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/events/${id}`}>
              {name}
            </Anchor>
            :{' '}
            {Object.entries(errors)
              .map(([field, message]) => faultText(field, message))
              .join(' ')}
          </List.Item>
        ))}
        {rest > 0 && <List.Item>and {counted(rest, 'other', 'others')}</List.Item>}
      </List>
    </Alert>
  )
}

function Shown({ event: { name, before, after } }: { event: Preview['shown'][number] }) {
  const { nameOf } = useCalendarNames()
  return (
    <li>
      <Text fw={600}>{name}</Text>
      {after === null ? (
        <Text size="sm" c="dimmed">
          {whenText(before as unknown as When)}
        </Text>
      ) : (
        <dl>
          {differencesOf(before, after, nameOf).map((difference) => (
            <div key={difference.label}>
              <dt>{difference.label}</dt>
              <dd>
                <del>{difference.before}</del> <span aria-hidden>→</span> <ins>{difference.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
