import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useList } from '../kit/data.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { EVERY, kindOf, shortAddress, type SourceListed, STATES, stateText } from './words.ts'

const texts = words.sources

/** How often the list is read again: states change by themselves. */
const READ_MS = 15_000

/** The addresses that are read again by themselves, with their state. Nothing while there are none. */
export function SourcesList() {
  const list = useList<SourceListed>('/sources', {}, { everyMs: READ_MS })
  if (list.isSuccess && list.rows.length === 0) return null
  return (
    <Section title={texts.listTitle} text={texts.listText}>
      <ListTable
        label={texts.sources}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        noun={texts.counted}
        empty={null}
      />
    </Section>
  )
}

const COLUMNS: Column<SourceListed>[] = [
  {
    key: 'calendar',
    title: words.calendars.calendar,
    cell: (source) => (
      <>
        <Anchor component={Link} to={`/import/sources/${source.id}`} fw={600}>
          {source.calendar.name}
        </Anchor>
        <Text size="sm" c="dimmed" className="earlier-name">
          {shortAddress(source.url)}
        </Text>
      </>
    ),
  },
  {
    key: 'state',
    title: words.kit.state,
    cell: (source) => (
      <>
        <StateBadge kind={kindOf(source)}>{STATES[source.state]}</StateBadge>
        <Text size="sm" mt={4} className="earlier-name">
          {stateText(source)}
        </Text>
      </>
    ),
  },
  {
    key: 'every',
    title: texts.read,
    cell: ({ every }) => EVERY.find(({ value }) => value === String(every))?.label,
  },
]

/** A line on the page of a calendar for each source that feeds it. */
export function SourcesOfCalendar({ calendarId }: { calendarId: string }) {
  const list = useList<SourceListed>('/sources', { calendarId })
  return list.rows.map((source) => (
    <Text key={source.id} size="sm">
      <Say
        text={texts.comeFrom}
        values={{
          address: (
            <Anchor component={Link} to={`/import/sources/${source.id}`} inherit underline="always">
              {shortAddress(source.url)}
            </Anchor>
          ),
          state: stateText(source),
        }}
      />
    </Text>
  ))
}
