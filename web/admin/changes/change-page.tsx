import './changes.css'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeReach, ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { changeText } from '../kit/change-words.ts'
import { useData } from '../kit/data.ts'
import { ago, moment } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { REACH_MS } from '../kit/reach.tsx'
import type { SavedColumn } from '../kit/save-list.ts'
import { SaveMenu, useSavedTables } from '../kit/save-menu.tsx'
import { Say, say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { ApplicationsPart, CurvePart, LagsPart, ReachPart } from './reach-parts.tsx'
import { TellPart } from './tell-part.tsx'

/** The interval of reads while the service counts for the first time. */
const COUNTING_MS = 1000
/** The number of events that are listed at first; an import can change hundreds at once. */
const LISTED = 10
const UP = { to: '/changes', name: words.changes.changes }

/** One change and who has fetched it. The numbers follow while one looks. */
export function ChangePage() {
  const { revision = '', calendar = '' }: { revision?: string; calendar?: string } = useParams({
    strict: false,
  })
  const [everyMs, setEveryMs] = useState(REACH_MS)
  const path = `/changes/${encodeURIComponent(revision)}/reach`
  const query = useData<ChangeReach>(path, { calendarId: calendar }, { everyMs })
  // While another change is being read, the last one is still there.
  const data = query.isPlaceholderData ? undefined : query.data
  const isCounting = data?.reach === null && data.changes.some(({ ended }) => !ended)
  const wanted = isCounting ? COUNTING_MS : REACH_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  if (!data)
    return (
      <Page title={words.changes.change} up={UP}>
        <Reading query={{ ...query, data: undefined }}>{() => null}</Reading>
      </Page>
    )
  return (
    <Page
      key={`${revision} ${calendar}`}
      title={titleOf(data)}
      text={<About data={data} />}
      up={UP}
      actions={<Download data={data} />}
    >
      <Stack gap="md">
        <ReachPart data={data} />
        <TellPart data={data} />
        {data.reach !== null && data.reach.active > 0 && (
          <>
            <ApplicationsPart reach={data.reach} />
            <CurvePart data={data} />
          </>
        )}
        <LagsPart lags={data.lags} />
        {data.changes.length > 1 && <ChangedEvents changes={data.changes} />}
      </Stack>
    </Page>
  )
}

function titleOf({ changes, calendar }: ChangeReach): string {
  const [only, another] = changes
  if (another) return sayCount(words.changes.manyChanged, changes.length, { calendar })
  return changeText(only!)
}

function About({ data: { calendar, changes } }: { data: ChangeReach }) {
  const [{ at, eventId, after }] = changes as [ListedChange]
  return (
    <Say
      text={changes.length === 1 && after !== null ? words.changes.changedAtLink : words.changes.changedAt}
      values={{
        calendar: calendar || words.kit.deletedCalendar,
        time: <time dateTime={at}>{moment(at)}</time>,
        ago: ago(at),
        link: (
          <Anchor component={Link} to={`/events/${eventId}`} inherit underline="always">
            {words.changes.openEvent}
          </Anchor>
        ),
      }}
    />
  )
}

/** A table of subscribers, so only for editors. */
function Download({ data: { revision, calendarId, reach } }: { data: ChangeReach }) {
  const mayDownload = useMay('editor')
  const tables = useSavedTables(`/changes/${revision}/waiting.csv`, { calendarId }, WAITING)
  if (!mayDownload || !reach || reach.reached === reach.active) return null
  return <SaveMenu label={words.changes.downloadWaiting} files={tables} />
}

const WAITING: Record<string, SavedColumn> = {
  svcId: { title: words.subscribers.idInApi },
  email: { title: words.kit.email },
  applications: { title: words.subscribers.applications },
  lastRead: { title: words.subscribers.lastRead, kind: 'moment' },
}

function ChangedEvents({ changes }: { changes: ListedChange[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, LISTED)
  return (
    <Section title={words.changes.theEvents} text={words.changes.theEventsText}>
      <ul className="changed-events">
        {shown.map((change) => (
          <li key={change.eventId}>
            {change.after === null ? (
              <Text component="span">{changeText(change)}</Text>
            ) : (
              <Anchor component={Link} to={`/events/${change.eventId}`}>
                {changeText(change)}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button variant="default" mt="sm" onClick={() => setAll(true)}>
          {say(words.changes.showAllNumber, { number: changes.length })}
        </Button>
      )}
    </Section>
  )
}
