import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useData } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { words } from '../words/index.ts'
import { EventsTable } from './events-table.tsx'

/** The private events of one subscriber. */
export function PrivateEvents({ subscriber }: { subscriber: string }) {
  const mayEdit = useMay('editor')
  const { filters, set } = useFilters({ draft: '' })
  const { data } = useData<{ email?: string }>(`/subscribers/${encodeURIComponent(subscriber)}`)
  return (
    <Page
      wide
      title={words.events.privateEvents}
      text={data?.email ? say(words.events.privateTo, { email: data.email }) : words.events.privateToOne}
      up={{ to: `/subscribers/${subscriber}`, name: data?.email ?? words.events.subscriber }}
      actions={
        mayEdit && (
          <Button
            component={Link}
            to={`/events/new?subscriber=${subscriber}`}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {words.events.newPrivate}
          </Button>
        )
      }
    >
      <FilterChips
        label={words.kit.state}
        value={filters.draft}
        options={[
          ['', words.kit.all],
          ['1', words.kit.draft],
          ['0', words.kit.live],
        ]}
        onChange={(draft) => set({ draft })}
      />
      <EventsTable calendarIds="" draft={filters.draft} subscriber={subscriber} />
    </Page>
  )
}
