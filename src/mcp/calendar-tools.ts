import { type TSchema, Type } from 'typebox'
import { type About, CALENDAR_INPUTS, calendarName, calendarRows } from '../calendars/calendar-fields.ts'
import { Bit } from '../schemas.ts'
import { bit, compact, LIMIT, maybe, only, PAGE, text, type Tool, tool, type ToolSettings } from './tool.ts'

/** The fields that a model can set. `purpose`: which of them are required. */
function fields(purpose: 'new' | 'change'): Record<string, TSchema> {
  const rows: [string, About][] = [...calendarRows('api'), ...Object.entries(CALENDAR_INPUTS)]
  return Object.fromEntries(
    rows.map(([name, about]) => [calendarName(name, 'api'), forModels(about, purpose)] as const),
  )
}

/** One type for each value: models make mistakes with choices such as 1 or "1". */
function forModels({ apiSchema, required, says, mcp = says }: About, purpose: 'new' | 'change'): TSchema {
  if (apiSchema === Bit) return bit(mcp)
  return required && purpose === 'new' ? text(mcp) : maybe(mcp)
}

export function calendarTools({ client }: ToolSettings): Tool[] {
  return [
    tool(
      {
        name: 'list_calendars',
        title: 'List calendars',
        description:
          'The calendars of the publisher, drafts too, with id, reference and feed address. Use `search` to find one by name or reference.',
      },
      {
        search: maybe('Only calendars whose name or reference has this in it, in any case.'),
        page: PAGE,
        limit: LIMIT,
      },
      async ({ search = '', page = 1, limit = 20 }, signal) => {
        const found = (await client.listCalendars({ showDraft: true }, { signal })).filter(
          ({ name, reference }) => `${name}\n${reference}`.toLowerCase().includes(search.toLowerCase()),
        )
        const some = found.slice((page - 1) * limit, page * limit)
        return {
          calendars: some.map((calendar) =>
            only(calendar, 'id', 'name', 'reference', 'categories', 'draftCalendar', 'feed', 'modified'),
          ),
          ...pageInfo(page, limit, found.length),
        }
      },
    ),
    tool(
      { name: 'get_calendar', title: 'One calendar', description: 'All of a calendar, by id or reference.' },
      { calendar: text('Id or reference.') },
      async ({ calendar }, signal) => ({ calendar: compact(await client.getCalendar(calendar, { signal })) }),
    ),
    tool(
      {
        name: 'create_calendar',
        title: 'Create a calendar',
        description: 'Creates a calendar; a draft unless `draftCalendar` is 0. Answers its id.',
        writes: 'adds',
      },
      fields('new'),
      async (input, signal) => ({
        calendarId: await client.createCalendar({ ...input, type: 'fixture' } as never, { signal }),
      }),
    ),
    tool(
      {
        name: 'update_calendar',
        title: 'Change a calendar',
        description: 'Changes the fields that are given, of a calendar by id or reference.',
        writes: 'changes',
      },
      {
        calendar: text('Id or reference.'),
        changes: Type.Object(fields('change'), { additionalProperties: false, minProperties: 1 }),
      },
      async ({ calendar, changes }, signal) => {
        // The API requires it in every change.
        const { subGenre = (await client.getCalendar(calendar, { signal })).subGenre, ...rest } = changes
        return {
          calendarId: await client.updateCalendar(calendar, { ...rest, subGenre } as never, { signal }),
        }
      },
    ),
    tool(
      {
        name: 'delete_calendar',
        title: 'Delete a calendar',
        description:
          'Deletes a calendar with all its events, and ends the subscriptions to it. It cannot be undone: ask the person first.',
        writes: 'deletes',
      },
      { calendar: text('Id or reference.') },
      async ({ calendar }, signal) => {
        await client.deleteCalendar(calendar, { signal })
        return { deleted: calendar }
      },
    ),
  ]
}

/** The total, and the number of the next page if there is one. */
export function pageInfo(page: number, limit: number, total: number): object {
  return { total, page, ...(page * limit < total && { nextPage: page + 1 }) }
}
