import './calendars.css'
import { Box, Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { useData } from '../kit/data.ts'
import { ExportEvents } from '../kit/export-events.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { NewWidget } from '../widgets/new-widget.tsx'
import { words } from '../words/index.ts'
import { CalendarDetails } from './calendar-details.tsx'
import { CalendarEditor } from './calendar-editor.tsx'
import { CalendarGrowthPart } from './calendar-growth.tsx'
import { CalendarState } from './calendar-state.tsx'
import { ComingEvents } from './coming-events.tsx'

const UP = { to: '/calendars', name: words.calendars.title }

/** One calendar: its next events, its growth, the ways to go on, and its settings. */
export function CalendarPage() {
  const params: { id?: string } = useParams({ strict: false })
  const id = params.id ?? ''
  const query = useData<AdminCalendar>(`/calendars/${encodeURIComponent(id)}`)
  const shown = query.data?.id === id || query.data?.reference === id ? query.data : undefined
  return (
    <Page
      title={shown?.name ?? words.calendars.calendar}
      up={UP}
      text={shown && <CalendarState calendar={shown} />}
      actions={shown && <Actions calendar={shown} />}
    >
      <Reading query={{ ...query, data: shown }}>
        {(calendar) => (
          <div className="calendar-columns">
            <Stack gap="lg">
              <ComingEvents calendar={calendar} />
              <CalendarGrowthPart calendar={calendar} />
              <CalendarEditor key={calendar.id} calendar={calendar} />
            </Stack>
            <CalendarDetails calendar={calendar} />
          </div>
        )}
      </Reading>
    </Page>
  )
}

function Actions({ calendar: { id, draft, page } }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  const open = !draft && (
    <Button
      component="a"
      href={page}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {words.calendars.openPage}
    </Button>
  )
  if (!mayEdit) return open
  return (
    <>
      {open}
      <PutOnSite calendarId={id} />
      <Button component={Link} to="/import" search={{ calendar: id } as never} variant="default">
        {words.calendars.import}
      </Button>
      <ExportEvents params={{ calendarIds: id }} />
      <Button
        component={Link}
        to="/events/new"
        search={{ calendar: id } as never}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {words.calendars.addEvent}
      </Button>
    </>
  )
}

/** Opens the code of a widget that offers the calendar, or creates one. */
function PutOnSite({ calendarId }: { calendarId: string }) {
  const navigate = useNavigate()
  const [creating, { open, close }] = useDisclosure()
  const { data: widgets } = useData<WidgetRecord[]>('/widgets')
  const offering = widgets?.find(
    ({ active, settings }) => active && (settings.calendarIds?.includes(calendarId) ?? true),
  )
  return (
    <>
      <Button
        variant="default"
        disabled={!widgets}
        onClick={() => (offering ? void navigate({ href: `/widgets/${offering.id}?tab=share` }) : open())}
      >
        {words.calendars.putOnSite}
      </Button>
      <NewWidget opened={creating} onClose={close} />
    </>
  )
}

export function NewCalendarPage() {
  const navigate = useNavigate()
  const mayEdit = useMay('editor')
  return (
    <Page
      title={words.calendars.newCalendar}
      up={UP}
      text={mayEdit ? words.calendars.newText : words.calendars.onlyEditors}
    >
      {mayEdit && (
        <Box maw={800}>
          <CalendarEditor onCreated={({ id }) => void navigate({ to: `/calendars/${id}` })} />
        </Box>
      )}
    </Page>
  )
}
