import { Anchor, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { eventsText, isOpen } from '../kit/alert-words.ts'
import { useList } from '../kit/data.ts'
import { ago, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { REACH_MS } from '../kit/reach.tsx'
import { Say } from '../kit/say.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { AlertResult } from './alert-result.tsx'

/** The interval of reads when nothing is on its way. */
const IDLE_MS = 30_000

/** All alerts, the newest first. */
export function AlertsList() {
  const [everyMs, setEveryMs] = useState(REACH_MS)
  const list = useList<AlertRecord>('/alerts', {}, { everyMs })
  const wanted = list.rows.some(isOpen) ? REACH_MS : IDLE_MS
  if (list.isSuccess && wanted !== everyMs) setEveryMs(wanted)
  return (
    <Section title={words.changes.whatWasTold}>
      <div className="changes-list">
        <ListTable
          label={words.changes.alerts}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          noun={words.changes.alertsCounted}
          empty={<Empty title={words.changes.nobodyToldYet}>{words.changes.nobodyToldText}</Empty>}
        />
      </div>
    </Section>
  )
}

const COLUMNS: Column<AlertRecord>[] = [
  {
    key: 'alert',
    title: words.changes.alert,
    cell: (alert) => (
      <>
        <Events alert={alert} />
        <Text size="sm" c="dimmed">
          <Say
            text={alert.askedBy ? words.changes.byUser : words.changes.byRule}
            values={{
              calendars: <Calendars alert={alert} />,
              user: <bdi>{alert.askedBy}</bdi>,
              ago: (
                <Tooltip label={moment(alert.created)}>
                  <time dateTime={alert.created}>{ago(alert.created)}</time>
                </Tooltip>
              ),
            }}
          />
        </Text>
      </>
    ),
  },
  { key: 'result', title: words.changes.result, cell: (alert) => <AlertResult alert={alert} /> },
]

/** One event leads to its changes, which are there also after it was removed. */
function Events({ alert }: { alert: AlertRecord }) {
  const text = eventsText(alert)
  if (alert.eventCount > 1) return <Text fw={600}>{text}</Text>
  return (
    <Anchor component={Link} to={`/changes?eventId=${alert.events[0]!.eventId}`} fw={600}>
      {text}
    </Anchor>
  )
}

function Calendars({ alert: { events } }: { alert: AlertRecord }) {
  const [name, ...others] = [...new Set(events.map(({ calendar }) => calendar))]
  const calendar = <bdi>{name || words.kit.deletedCalendar}</bdi>
  return others.length > 0 ? <Say text={words.changes.andOthers} values={{ calendar }} /> : calendar
}
