import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarNamesAnswer } from '../../../src/http/admin/events-schemas.ts'
import { words } from '../words/index.ts'
import { actingIn, get } from './api.ts'
import { say } from './say.tsx'

const PATH = '/events/calendars'
/** The colour classes in events.css, and the patterns that tell calendars of the same colour apart. */
const COLORS = 8
const PATTERNS = ['', ' cal-stripes', ' cal-dots']

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
    nameOf: (id: string) => calendars[index.get(id) ?? -1]?.name ?? words.kit.anotherCalendar,
    /** The classes of the colour and its pattern, in events.css. */
    colorOf: (id: string) => {
      const at = index.get(id) ?? 0
      return `cal-${at % COLORS}${PATTERNS[Math.floor(at / COLORS) % PATTERNS.length]}`
    },
    options: calendars.map(({ id, name, draft }) => ({
      value: id,
      label: draft ? say(words.kit.nameOfDraft, { name }) : name,
    })),
  }
}
