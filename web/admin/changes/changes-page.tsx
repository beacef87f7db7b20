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
import { words } from '../words/index.ts'
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
      title={words.changes.changes}
      text={words.changes.changesText}
      actions={
        changed && (
          <Button variant="default" onClick={clear}>
            {words.changes.showAllEvents}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {list.rows.length > 0 && <RuleOffer brief />}
        <div className="changes-list section">
          <ListTable
            label={words.changes.changes}
            list={list}
            columns={COLUMNS}
            rowKey={(row) => `${row.revision} ${row.eventId}`}
            noun={words.kit.changes}
            empty={
              <Empty
                title={changed ? words.changes.eventUnchanged : words.changes.noneChanged}
                action={
                  <Button component={Link} to="/events">
                    {words.changes.goToEvents}
                  </Button>
                }
              >
                {words.changes.noneChangedText}
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
    title: words.changes.change,
    cell: (row) => (
      <>
        <Anchor component={Link} to={changePath(row)} fw={600}>
          {changeText(row)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {row.calendar || words.kit.deletedCalendar} ·{' '}
          <Tooltip label={moment(row.at)}>
            <time dateTime={row.at}>{ago(row.at)}</time>
          </Tooltip>
        </Text>
      </>
    ),
  },
  { key: 'reach', title: words.changes.fetchedBy, cell: (row) => <ReachLine change={row} /> },
]
