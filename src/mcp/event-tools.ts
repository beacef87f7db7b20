import { Type } from 'typebox'
import { bit, compact, LIMIT, maybe, only, PAGE, text, type Tool, tool, type ToolSettings } from './tool.ts'

const BRIEF = [
  ...['id', 'name', 'location', 'startDate', 'startTime', 'endDate', 'endTime', 'allDay', 'timezone'],
  ...['reference', 'referenceType', 'draft', 'cancelled', 'calendarId', 'startGmt'],
]
const DAY = (what: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${what}, as YYYY-MM-DD.` }))
const TIME = (what: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{2}:\\d{2}$', description: `${what}, as HH:MM.` }))
const ALERT = 'A reminder before the start: up to four digits and M, H or D, such as 15M or 1D.'
const FIELDS = {
  name: maybe('1 to 500 characters.'),
  location: maybe('Required for a public event.'),
  startDate: DAY('The first day'),
  startTime: TIME('When it starts; required unless all day'),
  endDate: DAY('The last day, inclusive'),
  endTime: TIME('When it ends; required unless all day'),
  allDay: Type.Optional(Type.Boolean({ description: 'It lasts all day and has no times.' })),
  timezone: maybe('An IANA name such as Europe/London; left out it is that of the publisher.'),
  details: maybe('A description, with line breaks.'),
  alert: maybe(ALERT),
  alert2: maybe(ALERT),
  draft: bit('0: live, subscribers see it; 1: a draft. A new event is a draft unless told.'),
  cancelled: bit('1: called off; 0: it takes place after all.'),
  reference: maybe('A key of your own for it, no other event has.'),
  referenceType: maybe('A key of your own for a group of events.'),
  quickLink: Type.Optional(
    Type.Array(Type.Object({ name: text('What the link says.'), url: text('An http or https address.') }), {
      maxItems: 10,
      description: 'Links, such as to tickets.',
    }),
  ),
}

export function eventTools({ client }: ToolSettings): Tool[] {
  return [
    tool(
      {
        name: 'list_events',
        title: 'List public events',
        description:
          'Public events by start, drafts too, those that are over only with `past`. A page that is not full is the last one.',
      },
      {
        calendarId: maybe('Only of this calendar; an id, no reference.'),
        from: DAY('Only what starts on this day or later'),
        to: DAY('Only what starts on this day or earlier'),
        past: Type.Optional(Type.Boolean({ description: 'What is over too.' })),
        drafts: Type.Optional(
          Type.Boolean({
            description: 'Events of draft calendars too; with `calendarId` that is so unless false.',
          }),
        ),
        page: PAGE,
        limit: LIMIT,
      },
      async ({ calendarId, from, to, past, drafts, page = 1, limit = 20 }, signal) => {
        const query = {
          ...(calendarId && { calendarIds: calendarId }),
          ...(from && { startDate: from }),
          ...(to && { endDate: to }),
          ...(past && { showPastEvents: true }),
          // A model that names a draft calendar would take its events for missing, and create them again.
          ...((drafts ?? Boolean(calendarId)) && { showDraft: true }),
        }
        const events = await client.listEvents({ ...query, page, limit }, { signal })
        return {
          events: events.map((event) => only(event, ...BRIEF)),
          page,
          ...(events.length === limit && { nextPage: page + 1 }),
        }
      },
    ),
    tool(
      {
        name: 'get_event',
        title: 'One event',
        description: 'All of a public or private event, by id or reference.',
      },
      { event: text('Id or reference.') },
      async ({ event }, signal) => ({ event: compact(await client.getEvent(event, { signal })) }),
    ),
    tool(
      {
        name: 'create_event',
        title: 'Create a public event',
        description:
          'Creates an event in a calendar, for all its subscribers; a draft unless `draft` is 0. Answers its id.',
        writes: 'adds',
      },
      {
        ...FIELDS,
        calendarId: text('Id of the calendar it is in.'),
        name: text('1 to 500 characters.'),
        location: text('Where it takes place.'),
      },
      async (input, signal) => ({ eventId: await client.createEvent(input as never, { signal }) }),
    ),
    tool(
      {
        name: 'create_private_event',
        title: 'Create a private event',
        description:
          'Creates an event that only one subscriber sees; a draft unless `draft` is 0. Find the subscriber with find_subscriber. Answers its id.',
        writes: 'adds',
      },
      { svcId: text('Whose it is: the id of a subscriber.'), ...FIELDS, name: text('1 to 500 characters.') },
      async ({ svcId, ...input }, signal) => ({
        eventId: await client.createPrivateEvent(svcId, input as never, { signal }),
      }),
    ),
    tool(
      {
        name: 'update_event',
        title: 'Change an event',
        description:
          'Changes the fields that are given, of a public or private event by id or reference. Subscribers see it at the next read of their calendar. To call an event off, set `cancelled` to 1 rather than delete it.',
        writes: 'changes',
      },
      {
        event: text('Id or reference.'),
        changes: Type.Object(
          { ...FIELDS, calendarId: maybe('Moves a public event to this calendar.') },
          { additionalProperties: false, minProperties: 1 },
        ),
      },
      async ({ event, changes }, signal) => {
        // The interface also takes a group here; a model that means one event would change many.
        const { id } = await client.getEvent(event, { signal })
        return { eventId: await client.updateEvent(id, changes as never, { signal }) }
      },
    ),
    tool(
      {
        name: 'delete_event',
        title: 'Delete an event',
        description:
          'Deletes a public or private event; it disappears from calendars. It cannot be undone: ask the person first.',
        writes: 'deletes',
      },
      { event: text('Id or reference.') },
      async ({ event }, signal) => {
        await client.deleteEvent(event, { signal })
        return { deleted: event }
      },
    ),
  ]
}
