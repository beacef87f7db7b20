import { Type } from 'typebox'
import { bit, compact, LIMIT, maybe, only, PAGE, text, type Tool, tool, type ToolSettings } from './tool.ts'

const FIELDS = {
  note: maybe('For yourself; subscribers do not see it.'),
  logo: maybe('Address of an image.'),
  draftCalendar: bit('1: a draft that nobody sees; 0: public. A new calendar is a draft unless told.'),
}
const CATEGORIES = 'Paths separated by commas; / separates levels: Sports/Rugby, Men'

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
      {
        name: text('2 to 250 characters. Subscribers see it.'),
        reference: text('A key of your own for it, no other calendar has.'),
        categories: text(CATEGORIES),
        genre: text('Such as Sports.'),
        subGenre: text('Such as Rugby.'),
        ...FIELDS,
      },
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
        changes: Type.Object(
          {
            name: maybe('2 to 250 characters.'),
            reference: maybe('A key of your own for it.'),
            categories: maybe(CATEGORIES),
            genre: maybe('Such as Sports.'),
            subGenre: maybe('Such as Rugby. Left out it stays.'),
            ...FIELDS,
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      },
      async ({ calendar, changes }, signal) => {
        // The interface wants it with every change.
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

/** What is needed to go on: the number of the next page, where there is one. */
export function pageInfo(page: number, limit: number, total: number): object {
  return { total, page, ...(page * limit < total && { nextPage: page + 1 }) }
}
