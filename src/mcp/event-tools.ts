import { type TSchema, Type } from 'typebox'
import { Day, EVENT_FIELDS, EVENT_INPUTS, wireName, YesNo } from '../events/event-fields.ts'
import { Bit } from '../schemas.ts'
import { compact, LIMIT, maybe, only, PAGE, text, type Tool, tool, type ToolSettings } from './tool.ts'

const BRIEF = [
  ...['id', 'name', 'location', 'startDate', 'startTime', 'endDate', 'endTime', 'allDay', 'timezone'],
  ...['reference', 'referenceType', 'draft', 'cancelled', 'calendarId', 'calendarIds', 'startGmt'],
  ...['seriesId', 'occurrence'],
]
const DAY = (what: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${what}, as YYYY-MM-DD.` }))
const CALENDARS = (description: string) =>
  Type.Optional(Type.Array(text('Id of a calendar.'), { maxItems: 21, description }))
/** The fields of an event that a model can set. */
const FIELDS: Record<string, TSchema> = {
  ...Object.fromEntries(
    [...Object.entries(EVENT_FIELDS), ...Object.entries(EVENT_INPUTS)].flatMap(([name, { schema, mcp }]) =>
      mcp ? [[wireName(name), Type.Optional(forModels(schema, mcp))]] : [],
    ),
  ),
  quickLink: Type.Optional(
    Type.Array(Type.Object({ name: text('What the link says.'), url: text('An http or https address.') }), {
      maxItems: 10,
      description: 'Links, such as to tickets.',
    }),
  ),
}

const DAYS = (description: string) =>
  Type.Optional(Type.Array(text('As YYYY-MM-DD.'), { maxItems: 1000, description }))
const RULE = 'RFC 5545, such as FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630. The first date must be one of it.'
const RECURRENCE = {
  exclude: DAYS('Dates of the rule that are left out.'),
  include: DAYS('Additional dates.'),
  skipCalendars: Type.Optional(
    Type.Array(text('Id or reference of a calendar.'), {
      maxItems: 20,
      description: 'No dates on days with an all-day event in these calendars, such as holidays.',
    }),
  ),
}
const NEW_RECURRENCE = Type.Optional(
  Type.Object(
    { rule: text(RULE), ...RECURRENCE },
    { additionalProperties: false, description: 'Makes it a series, with `startDate` as its first date.' },
  ),
)
const SCOPE = Type.Optional(
  Type.Enum(['this', 'following', 'all'], {
    description: 'Of a date of a series: `this` one, unless given, it and the `following`, or `all`.',
  }),
)

/** One type for each value: models make mistakes with choices such as 1 or "1". */
function forModels(schema: TSchema, description: string): TSchema {
  if (schema === Bit) return Type.Integer({ minimum: 0, maximum: 1, description })
  if (schema === YesNo) return Type.Boolean({ description })
  const { pattern } = schema as { pattern?: string }
  return Type.String({ maxLength: 8000, description, ...(schema === Day && { pattern }) })
}

export function eventTools({ client }: ToolSettings): Tool[] {
  return [
    tool(
      {
        name: 'list_events',
        title: 'List public events',
        description:
          'Public events by start, drafts too, those that are over only with `past`. `calendarIds` has the calendars of one that is in several, `seriesId` the series of one that repeats. A page that is not full is the last one.',
      },
      {
        calendarId: maybe('Only of this calendar; an id, no reference.'),
        from: DAY('Only what starts on this day or later'),
        to: DAY('Only what starts on this day or earlier'),
        past: Type.Optional(Type.Boolean({ description: 'Events that are over too.' })),
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
          // Otherwise a model that asks for a draft calendar would think that its events are missing, and
          // create them again.
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
        description: 'All of a public or private event, or of a series, by id or reference.',
      },
      { event: text('Id or reference.') },
      async ({ event }, signal) => ({ event: compact(await client.getEvent(event, { signal })) }),
    ),
    tool(
      {
        name: 'list_changes',
        title: 'Changes of events',
        description:
          'What subscribers can see of events that changed in the last 400 days: moved, another place, called off, on again, removed, title or text, oldest first. Give `next` as `after` to go on. Of private events it has no texts.',
      },
      {
        after: Type.Optional(
          Type.Integer({ minimum: 0, description: 'The revision of a change: what came after it.' }),
        ),
        limit: LIMIT,
      },
      async ({ after = 0, limit = 20 }, signal) => {
        const changes = await client.listChanges({ after, limit }, { signal })
        const more = changes.length - limit
        return {
          changes: changes.slice(0, limit).map(compact),
          ...(more >= 0 && { next: changes.at(-1)!.revision }),
          ...(more > 0 && { leftOut: `${more} more of revision ${changes.at(-1)!.revision}` }),
        }
      },
    ),
    tool(
      {
        name: 'create_event',
        title: 'Create a public event',
        description:
          'Creates an event in a calendar, for all its subscribers; a draft unless `draft` is 0. One that several calendars share, such as a match of two clubs, is created once, with `calendarIds`. What repeats is one series, with `recurrence`. Answers its id, and `joined` if `join` has put an existing event into the calendars instead; of a series its id and the number of its `dates`.',
        writes: 'adds',
      },
      {
        ...FIELDS,
        calendarId: text('Id of the calendar it is in, its home.'),
        calendarIds: CALENDARS('Other calendars that have it too.'),
        name: text('1 to 500 characters.'),
        location: text('Where it takes place.'),
        recurrence: NEW_RECURRENCE,
        join: Type.Optional(
          Type.Boolean({
            description:
              'If a public event has this `reference` already, put that one into these calendars too and change nothing else of it, instead of being refused.',
          }),
        ),
      },
      async ({ join, ...input }, signal) => {
        if (input.recurrence) return client.createSeries(input as never, { signal })
        if (!join) return { eventId: await client.createEvent(input as never, { signal }) }
        const { eventId, joined } = await client.createOrJoinEvent(input as never, { signal })
        return { eventId, ...(joined && { joined }) }
      },
    ),
    tool(
      {
        name: 'create_private_event',
        title: 'Create a private event',
        description:
          'Creates an event that only one subscriber sees; a draft unless `draft` is 0. Find the subscriber with find_subscriber. Answers its id.',
        writes: 'adds',
      },
      {
        svcId: text('Whose it is: the id of a subscriber.'),
        ...FIELDS,
        name: text('1 to 500 characters.'),
        recurrence: NEW_RECURRENCE,
      },
      async ({ svcId, ...input }, signal) =>
        input.recurrence
          ? client.createPrivateSeries(svcId, input as never, { signal })
          : { eventId: await client.createPrivateEvent(svcId, input as never, { signal }) },
    ),
    tool(
      {
        name: 'update_event',
        title: 'Change an event',
        description:
          'Changes the fields that are given, of a public or private event by id or reference. `scope` says how many dates of a series change; the id of a series changes all. Subscribers see it at the next read of their calendar. To cancel an event, set `cancelled` to 1 rather than delete it.',
        writes: 'changes',
      },
      {
        event: text('Id or reference.'),
        scope: SCOPE,
        changes: Type.Object(
          {
            ...FIELDS,
            recurrence: Type.Optional(
              Type.Object(
                { rule: maybe(RULE), ...RECURRENCE },
                {
                  additionalProperties: false,
                  description: 'Of a series; or makes an event the first date of one.',
                },
              ),
            ),
            calendarId: maybe('Moves a public event from its home to this calendar.'),
            addCalendarIds: CALENDARS('Puts a public event into these calendars too.'),
            removeCalendarIds: CALENDARS(
              'Takes a public event out of these calendars; the last can not be taken away.',
            ),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      },
      async ({ event, scope, changes }, signal) => {
        // The API also accepts a group's key here: a model that means one event would change many.
        const { id } = await client.getEvent(event, { signal })
        return {
          eventId: await client.updateEvent(id, changes, { signal, ...(scope && { scope }) }),
        }
      },
    ),
    tool(
      {
        name: 'delete_event',
        title: 'Delete an event',
        description:
          'Deletes a public or private event from all its calendars. With `calendarId` a public event is only taken out of that one, and deleted if no other has it. `scope` says how many dates of a series go; the id of a series deletes all. It cannot be undone: ask the person first.',
        writes: 'deletes',
      },
      {
        event: text('Id or reference.'),
        calendarId: maybe('The only calendar that it is taken out of.'),
        scope: SCOPE,
      },
      async ({ event, calendarId, scope }, signal) => {
        await client.deleteEvent(event, {
          signal,
          ...(calendarId && { calendarId }),
          ...(scope && { scope }),
        })
        return calendarId ? { takenOutOf: calendarId, event } : { deleted: event }
      },
    ),
  ]
}
