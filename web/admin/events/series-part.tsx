import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { EventAnswer, EventRecord, SeriesOfEvent } from '../../../src/http/admin/events-schemas.ts'
import { get, send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { readAgain } from '../kit/data.ts'
import { fieldLabel } from '../kit/field-labels.ts'
import { facts, Say, say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { undoChanges } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import { datesPath, pathsOf } from './event-paths.ts'
import { ruleText } from './series-words.ts'
import { whenText } from './times.ts'

interface SeriesProps {
  event: EventRecord
  subscriber: string | undefined
  /** Called with the stored event after a change. */
  onChanged: (event: EventRecord) => void
}

/** What the series of a date says, and what the date has of its own. */
export function SeriesPart({ event, subscriber, onChanged }: SeriesProps) {
  const { nameOf } = useCalendarNames()
  const { series } = event
  if (!series) return null
  const { id, dates, earlier, goesOn } = series
  return (
    <Stack gap="sm">
      <Text>
        <Say
          text={words.events.seriesLine}
          values={{
            rule: ruleText(series, nameOf),
            position: (
              <Text span c="dimmed">
                {say(goesOn ? words.events.dateOfSoFar : words.events.dateOf, {
                  number: earlier + 1,
                  dates,
                })}
              </Text>
            ),
            all: (
              <Anchor component={Link} to={datesPath(id, subscriber)} underline="always">
                {sayCount(words.events.allDatesLink, dates)}
              </Anchor>
            ),
          }}
        />
      </Text>
      {series.changed.length > 0 && <ChangedByHand {...{ event, series, subscriber, onChanged }} />}
    </Stack>
  )
}

function ChangedByHand({ event, series, subscriber, onChanged }: SeriesProps & { series: SeriesOfEvent }) {
  const mayEdit = useMay('editor')
  const { nameOf } = useCalendarNames()
  const { api } = pathsOf(subscriber)
  const setBack = async () => {
    const { data, change } = await send<EventAnswer>('POST', `${api}/${event.id}/as-in-series`)
    const read = async () => onChanged((await get<{ data: EventRecord }>(`${api}/${event.id}`)).data)
    onChanged(data)
    void readAgain(api, '/changes')
    done(
      words.events.asInSeries,
      change ? () => void undoChanges([change]).then(read).catch(failed) : undefined,
    )
  }
  const rows = differences(event, series, nameOf)
  return (
    <Alert color="warn" title={words.events.byHand} p="sm">
      <Stack gap="xs">
        <Text size="sm">{words.events.byHandText}</Text>
        {rows.length > 0 && (
          <Table aria-label={words.events.whatDiffers} className="changes" layout="fixed" maw={640}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.events.field}</Table.Th>
                <Table.Th>{words.events.here}</Table.Th>
                <Table.Th>{words.events.inSeries}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ name, here, there }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400}>
                    {name}
                  </Table.Th>
                  <Table.Td>{here}</Table.Td>
                  <Table.Td>{there}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {mayEdit && (
          <Group>
            <Button variant="default" size="sm" onClick={() => void setBack().catch(failed)}>
              {words.events.setBack}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

const TIMES = ['startDate', 'startTime', 'endDate', 'endTime']

/** The fields in which a date differs from its series, in words. */
function differences(event: EventRecord, { plain }: SeriesOfEvent, nameOf: (id: string) => string) {
  const there: EventRecord = { ...event, ...plain }
  const names = Object.keys(plain)
  const rows = names
    .filter((name) => !TIMES.includes(name))
    .map((name) => ({
      name: fieldLabel(name),
      here: valueText(event[name as keyof EventRecord], name, nameOf),
      there: valueText(there[name as keyof EventRecord], name, nameOf),
    }))
  if (!names.some((name) => TIMES.includes(name))) return rows
  return [{ name: words.kit.when, here: whenText(event), there: whenText(there) }, ...rows]
}

function valueText(value: unknown, name: string, nameOf: (id: string) => string): string {
  if (name === 'calendarIds') return facts((value as string[]).map(nameOf))
  if (name === 'quickLinks')
    return facts((value as EventRecord['quickLinks']).map((link) => link.name)) || words.events.none
  if (typeof value === 'boolean') return value ? words.events.yes : words.events.no
  return typeof value === 'string' && value !== '' ? value : words.events.empty
}
