import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import FullCalendar, { type CalendarRef } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import listing from '@fullcalendar/react/list'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { Box, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { RangeAnswer } from '../../../src/http/admin/events-schemas.ts'
import { actingIn, get } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { useFilters } from '../kit/filters.tsx'
import { locale } from '../kit/format.ts'
import { sayCount } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { Failure } from '../kit/states.tsx'
import { ownZone } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
import { EventLabel, toEventInput } from './calendar-event.tsx'
import { CalendarToolbar, Legend } from './calendar-toolbar.tsx'
import { useConfirmMove } from './confirm-move.tsx'
import { shownCalendar } from './event-calendars.tsx'
import { move } from './move-event.ts'
import { addDays, wallTime } from './times.ts'
import { useWhichDates } from './which-dates.tsx'

const PLUGINS = [dayGrid, timeGrid, listing, interaction, classic]
const VIEWS: Record<string, string> = {
  ...{ month: 'dayGridMonth', week: 'timeGridWeek', day: 'listDay', list: 'listMonth' },
}
const DAY_TITLE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const
/** The texts of the library itself. */
const TEXTS = {
  direction: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  allDayText: words.events.allDayRow,
  moreLinkText: (number: number) => sayCount(words.events.moreInDay, number),
  moreLinkHint: (number: number) => sayCount(words.events.showMoreInDay, number),
  closeHint: words.kit.close,
  eventsHint: words.events.title,
} as const
/** In pixels. Shows 8:00 to the evening. */
const WEEK_HEIGHT = 720
const PHONE = window.matchMedia('(max-width: 640px)')

/** Public events by month, by week, or in a list of a day or a month. Dragging moves an event; resizing changes its end. */
export function EventsCalendar({ calendarIds, draft }: { calendarIds: string; draft: string }) {
  const mayEdit = useMay('editor')
  const navigate = useNavigate()
  const { timezone } = useMe().publisher
  const { filters, set } = useFilters({ view: PHONE.matches ? 'list' : 'month', day: '', zone: '' })
  const calendar = useRef<CalendarRef>(null)
  const [days, setDays] = useState<{ from: string; to: string; title: string }>()
  const names = useCalendarNames()
  const whichDates = useWhichDates()
  const confirmMove = useConfirmMove()
  const { colorOf } = names
  const zone = filters.zone === 'mine' ? ownZone : timezone
  const range = useRange(days, calendarIds, draft)
  const events = useMemo(
    () =>
      range.data?.data.map((event) =>
        toEventInput(event, zone, colorOf(shownCalendar(event, calendarIds.split(',')))),
      ) ?? [],
    [range.data, zone, colorOf, calendarIds],
  )
  const calendarApi = () => calendar.current?.getApi()
  const view = VIEWS[filters.view] ? filters.view : 'month'
  return (
    <Box className="events-calendar">
      <CalendarToolbar
        title={days?.title ?? ''}
        view={view}
        onView={(chosen) => {
          set({ view: chosen })
          calendarApi()?.changeView(VIEWS[chosen]!)
        }}
        go={(where) => {
          if (where === 'today') calendarApi()?.today()
          else if (where === 'prev') calendarApi()?.prev()
          else calendarApi()?.next()
          set({ day: calendarApi()?.getDate().toISOString().slice(0, 10) ?? '' })
        }}
        zone={filters.zone}
        zones={[timezone, ownZone]}
        onZone={(chosen) => set({ zone: chosen })}
        loading={range.isFetching}
      />
      {range.error && <Failure error={range.error} again={() => void range.refetch()} />}
      {range.data?.more && (
        <Text size="sm" c="dimmed" mb="xs">
          {words.events.tooManyShown}
        </Text>
      )}
      <div data-view={view}>
        <FullCalendar
          ref={calendar}
          plugins={PLUGINS}
          locale={locale}
          {...TEXTS}
          // Wall times of the chosen zone are passed as if they were
          // UTC, so that no clock change applies to them.
          timeZone="UTC"
          now={() => wallTime(zone, Date.now())}
          initialView={VIEWS[view]}
          initialDate={filters.day || wallTime(zone, Date.now())}
          headerToolbar={false}
          firstDay={1}
          height={view === 'week' ? WEEK_HEIGHT : 'auto'}
          fixedWeekCount={false}
          eventTimeFormat={TIME}
          slotHeaderFormat={TIME}
          views={{
            // More side by side could not be read; the link to the others opens the list of the day.
            timeGridWeek: {
              titleFormat: DAY_TITLE,
              eventMaxStack: 3,
              moreLinkClick: 'listDay',
              displayEventEnd: false,
            },
            listDay: { titleFormat: { ...DAY_TITLE, weekday: 'short' } },
          }}
          moreLinkClass="more-events"
          nowIndicator
          slotEventOverlap={false}
          dayMaxEvents={4}
          eventDisplay="block"
          scrollTime="08:00"
          events={events}
          editable={mayEdit}
          eventInteractive
          eventAllow={(span, moving) => span.allDay === moving?.allDay}
          noEventsContent={view === 'day' ? words.events.noEventsDay : words.events.noEventsMonth}
          eventContent={(info) => <EventLabel info={info} nameOf={names.nameOf} />}
          datesSet={({ start, end, view: shown }) => {
            setDays({ from: isoDay(start), to: addDays(isoDay(end), -1), title: shown.title })
            if (shown.type === VIEWS.day && view !== 'day') set({ view: 'day', day: isoDay(start) })
          }}
          dateClick={({ dateStr, allDay }) => {
            if (!mayEdit) return
            const time = allDay ? '' : `&time=${dateStr.slice(11, 16)}`
            const only = calendarIds.length === 24 ? `&calendar=${calendarIds}` : ''
            void navigate({ href: `/events/new?date=${dateStr.slice(0, 10)}${time}${only}` })
          }}
          eventClick={({ event }) => void navigate({ href: `/events/${event.id}` })}
          eventDrop={(info) => void move(info, whichDates.ask, confirmMove.ask)}
          eventResize={(info) => void move(info, whichDates.ask, confirmMove.ask)}
        />
      </div>
      {whichDates.dialog}
      {confirmMove.dialog}
      <Legend
        ids={(range.data?.data ?? []).map((event) => shownCalendar(event, calendarIds.split(',')))}
        names={names}
      />
      {mayEdit && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.events.dragHint}
        </Text>
      )}
    </Box>
  )
}

function useRange(days: { from: string; to: string } | undefined, calendarIds: string, draft: string) {
  const params = { from: days?.from, to: days?.to, calendarIds, draft }
  return useQuery({
    queryKey: [actingIn() ?? 0, '/events/range', params],
    queryFn: ({ signal }) => get<RangeAnswer>('/events/range', params, signal),
    enabled: days !== undefined,
    placeholderData: keepPreviousData,
  })
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
