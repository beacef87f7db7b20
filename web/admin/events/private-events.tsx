import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useData } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { EventsTable } from './events-table.tsx'

/** The private events of one subscriber. */
export function PrivateEvents({ subscriber }: { subscriber: string }) {
  const mayEdit = useMay('editor')
  const { filters, set } = useFilters({ draft: '' })
  const { data } = useData<{ email?: string }>(`/subscribers/${encodeURIComponent(subscriber)}`)
  return (
    <Page
      wide
      title="Private events"
      text={`Only ${data?.email ?? 'this subscriber'} sees these events, in the same feed as their calendars.`}
      up={{ to: `/subscribers/${subscriber}`, name: data?.email ?? 'Subscriber' }}
      actions={
        mayEdit && (
          <Button
            component={Link}
            to={`/events/new?subscriber=${subscriber}`}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            New private event
          </Button>
        )
      }
    >
      <FilterChips
        label="State"
        value={filters.draft}
        options={[
          ['', 'All'],
          ['1', 'Draft'],
          ['0', 'Live'],
        ]}
        onChange={(draft) => set({ draft })}
      />
      <EventsTable calendarIds="" draft={filters.draft} subscriber={subscriber} />
    </Page>
  )
}
