import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ManyPreviewAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { reachAheadText } from '../kit/reach-ahead.tsx'
import { faultsText } from '../kit/reasons.ts'
import { Say, sayCount, sentences } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { differencesOf } from './event-differences.ts'
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
        <ul
          className="many-preview"
          aria-label={remove ? words.events.eventsToDelete : words.events.oldAndNew}
        >
          {shown.map((event) => (
            <Shown key={event.id} event={event} />
          ))}
        </ul>
      )}
      {rest > 0 && <Text c="dimmed">{sayCount(words.events.othersAlike, rest)}</Text>}
      {events === 0 && <Text c="dimmed">{words.events.noneLeft}</Text>}
    </Stack>
  )
}

function summaryOf({ events, changing, live, shared }: Preview, remove: boolean): string {
  if (events === 0) return ''
  if (changing.length === 0) return words.events.nothingChanges
  return sentences(
    sayCount(remove ? words.events.willBeDeleted : words.events.willChange, events, {
      changing: changing.length,
    }),
    live === 0 ? words.events.allDrafts : sayCount(words.events.someLive, live),
    ...(shared > 0 && remove ? [sayCount(words.events.someShared, shared)] : []),
  )
}

function Refused({ preview: { refused, refusedCount } }: { preview: Preview }) {
  const rest = refusedCount - refused.length
  return (
    <Alert color="warn" title={sayCount(words.events.staysAsIs, refusedCount)} role="alert">
      <List size="sm">
        {refused.map(({ id, name, errors, reasons }) => (
          <List.Item key={id}>
            <Say
              text={words.kit.whyLeft}
              values={{
                name: (
                  <Anchor component={Link} to={`/events/${id}`}>
                    {name}
                  </Anchor>
                ),
                why: faultsText(errors, reasons),
              }}
            />
          </List.Item>
        ))}
        {rest > 0 && <List.Item>{sayCount(words.kit.andOthers, rest)}</List.Item>}
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
