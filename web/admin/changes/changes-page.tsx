import './changes.css'
import { Anchor, Button, Stack, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { changePath, changeText } from '../kit/change-words.ts'
import { useList } from '../kit/data.ts'
import { useFilters } from '../kit/filters.tsx'
import { ago, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { REACH_MS, ReachLine } from '../kit/reach.tsx'
import { Empty } from '../kit/states.tsx'
import { ChangesFrame } from './changes-frame.tsx'
import { RuleOffer } from './rule-offer.tsx'

const PAGE_SIZE = 25

/** The changes of public events, the newest first, with how many subscribers have fetched each. */
export function ChangesPage() {
  const { filters, changed, clear } = useFilters({ eventId: '' })
  const list = useList<ListedChange>(
    '/changes',
    { eventId: filters.eventId, limit: PAGE_SIZE },
    { everyMs: REACH_MS },
  )
  return (
    <ChangesFrame
      tab="changes"
      title="Changes"
      text="Events that you moved, cancelled or changed, and how many subscribers have fetched the change. Calendar applications decide when they look: some within minutes, some once a day."
      actions={
        changed && (
          <Button variant="default" onClick={clear}>
            Show all events
          </Button>
        )
      }
    >
      <Stack gap="md">
        {list.rows.length > 0 && <RuleOffer brief />}
        <div className="changes-list section">
          <ListTable
            label="Changes"
            list={list}
            columns={COLUMNS}
            rowKey={(row) => `${row.revision} ${row.eventId}`}
            noun={['change', 'changes']}
            empty={
              <Empty
                title={changed ? 'This event has not been changed' : 'No event has been changed yet'}
                action={
                  <Button component={Link} to="/events">
                    Go to events
                  </Button>
                }
              >
                When you move, cancel or change an event that subscribers already have, you see here how many
                of them have fetched the change. New events are not listed.
              </Empty>
            }
          />
        </div>
      </Stack>
    </ChangesFrame>
  )
}

const COLUMNS: Column<ListedChange>[] = [
  {
    key: 'change',
    title: 'Change',
    cell: (row) => (
      <>
        <Anchor component={Link} to={changePath(row)} fw={600}>
          {changeText(row)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {row.calendar || 'A deleted calendar'} ·{' '}
          <Tooltip label={moment(row.at)}>
            <time dateTime={row.at}>{ago(row.at)}</time>
          </Tooltip>
        </Text>
      </>
    ),
  },
  { key: 'reach', title: 'Fetched by', cell: (row) => <ReachLine change={row} /> },
]
