import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarNamesAnswer } from '../../../src/http/admin/events-schemas.ts'
import { actingIn, get } from './api.ts'

const PATH = '/events/calendars'
/** The number of colour classes in events.css. */
const COLORS = 8

/** The calendars that events can be in, with a name and a colour for each. */
export function useCalendarNames() {
  const query = useQuery({
    queryKey: [actingIn() ?? 0, PATH, {}],
    queryFn: ({ signal }) => get<CalendarNamesAnswer>(PATH, {}, signal),
    staleTime: 60_000,
  })
  const names = useMemo(() => namesOf(query.data?.data ?? []), [query.data])
  return { query, ...names }
}

function namesOf(calendars: CalendarNamesAnswer['data']) {
  const index = new Map(calendars.map(({ id }, i) => [id, i]))
  return {
    calendars,
    nameOf: (id: string) => calendars[index.get(id) ?? -1]?.name ?? 'Another calendar',
    /** A class of the colour, in events.css. */
    colorOf: (id: string) => `cal-${(index.get(id) ?? 0) % COLORS}`,
    options: calendars.map(({ id, name, draft }) => ({ value: id, label: draft ? `${name} (draft)` : name })),
  }
}
