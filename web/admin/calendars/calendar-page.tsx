import { useNavigate, useParams } from '@tanstack/react-router'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { CalendarDetails } from './calendar-details.tsx'
import { CalendarEditor } from './calendar-editor.tsx'

const UP = { to: '/calendars', name: 'Calendars' }

/** One calendar: its form, counts, links and deletion. */
export function CalendarPage() {
  const params: { id?: string } = useParams({ strict: false })
  const id = params.id ?? ''
  const query = useData<AdminCalendar>(`/calendars/${encodeURIComponent(id)}`)
  const shown = query.data?.id === id || query.data?.reference === id ? query.data : undefined
  return (
    <Page
      title={shown?.name ?? 'Calendar'}
      up={UP}
      text={
        shown && <StateBadge kind={shown.draft ? 'warn' : 'ok'}>{shown.draft ? 'Draft' : 'Live'}</StateBadge>
      }
    >
      <Reading query={{ ...query, data: shown }}>
        {(calendar) => (
          <div className="calendar-columns">
            <CalendarEditor key={calendar.id} calendar={calendar} />
            <CalendarDetails calendar={calendar} />
          </div>
        )}
      </Reading>
    </Page>
  )
}

export function NewCalendarPage() {
  const navigate = useNavigate()
  const mayEdit = useMay('editor')
  return (
    <Page
      title="New calendar"
      up={UP}
      text={
        mayEdit
          ? 'It starts as a draft that only you see. Make it live when its events are in.'
          : 'Only editors and owners create calendars.'
      }
    >
      {mayEdit && <CalendarEditor onCreated={({ id }) => void navigate({ to: `/calendars/${id}` })} />}
    </Page>
  )
}
