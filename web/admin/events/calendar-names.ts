import { useQuery } from '@tanstack/react-query'
import type { CalendarNamesAnswer } from '../../../src/http/admin/events-schemas.ts'
import { actingIn, get } from '../kit/api.ts'

const PATH = '/events/calendars'
/** As many as events.css has. */
const COLORS = 8

/** The calendars that events can be in, and how each is told from the others. */
export function useCalendarNames() {
  const query = useQuery({
    queryKey: [actingIn() ?? 0, PATH, {}],
    queryFn: ({ signal }) => get<CalendarNamesAnswer>(PATH, {}, signal),
    staleTime: 60_000,
  })
  const calendars = query.data?.data ?? []
  const index = new Map(calendars.map(({ id }, i) => [id, i]))
  return {
    query,
    calendars,
    nameOf: (id: string) => calendars[index.get(id) ?? -1]?.name ?? 'Another calendar',
    /** A class of events.css. */
    colorOf: (id: string) => `cal-${(index.get(id) ?? 0) % COLORS}`,
    options: calendars.map(({ id, name, draft }) => ({ value: id, label: draft ? `${name} (draft)` : name })),
  }
}
