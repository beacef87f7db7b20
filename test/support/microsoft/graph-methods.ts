import type { Event } from '@microsoft/microsoft-graph-types'
import { badRequest, GraphError, notFound } from './errors.ts'
import { checkCalendar, checkEvent } from './event-fields.ts'
import { addCalendar, findEvent, type Mailbox, newId, type StoredCalendar } from './mailboxes.ts'

const PAGE = 10
const LARGEST_PAGE = 1000

/** A checked request to a mailbox. */
interface Call {
  mailbox: Mailbox
  id: string
  query: URLSearchParams
  body: unknown
}

interface GraphMethod {
  verb: string
  pattern: RegExp
  scope: string
  run: (call: Call) => { status: number; body?: unknown }
}

const CALENDARS = 'Calendars.ReadWrite'

/** The methods that a client of ours may need; others are refused. */
export const GRAPH_METHODS: GraphMethod[] = [
  {
    ...{ verb: 'GET', pattern: /^\/me$/, scope: 'User.Read' },
    run: ({ mailbox: { email } }) =>
      ok({ id: email, userPrincipalName: email, mail: email, displayName: email }),
  },
  {
    ...{ verb: 'GET', pattern: /^\/me\/calendars$/, scope: CALENDARS },
    run: ({ mailbox, query }) =>
      ok(
        page(
          [...mailbox.calendars.values()].map(({ fields }) => fields),
          query,
        ),
      ),
  },
  {
    ...{ verb: 'POST', pattern: /^\/me\/calendars$/, scope: CALENDARS },
    run({ mailbox, body }) {
      const fields = checkCalendar(body)
      if (fields.name === undefined) throw badRequest('The name of a calendar is needed.')
      refuseName(mailbox, fields.name)
      return { status: 201, body: addCalendar(mailbox, fields, true).fields }
    },
  },
  {
    ...{ verb: 'GET', pattern: /^\/me\/calendars\/([^/]+)$/, scope: CALENDARS },
    run: (call) => ok(getCalendar(call).fields),
  },
  {
    ...{ verb: 'PATCH', pattern: /^\/me\/calendars\/([^/]+)$/, scope: CALENDARS },
    run(call) {
      const calendar = getCalendar(call)
      const fields = checkCalendar(call.body)
      if (fields.name !== undefined && fields.name !== calendar.fields.name)
        refuseName(call.mailbox, fields.name)
      Object.assign(calendar.fields, fields)
      return ok(calendar.fields)
    },
  },
  {
    ...{ verb: 'DELETE', pattern: /^\/me\/calendars\/([^/]+)$/, scope: CALENDARS },
    run(call) {
      const { id, fields } = getCalendar(call)
      if (fields.isDefaultCalendar)
        throw new GraphError(
          400,
          'ErrorDeleteDistinguishedFolder',
          'Distinguished folders cannot be deleted.',
        )
      call.mailbox.calendars.delete(id)
      return { status: 204 }
    },
  },
  {
    ...{ verb: 'GET', pattern: /^\/me\/calendars\/([^/]+)\/events$/, scope: CALENDARS },
    run: (call) => ok(page([...getCalendar(call).events.values()], call.query)),
  },
  {
    ...{ verb: 'POST', pattern: /^\/me\/calendars\/([^/]+)\/events$/, scope: CALENDARS },
    run: (call) => ({ status: 201, body: createEvent(call) }),
  },
  {
    ...{ verb: 'GET', pattern: /^\/me\/events\/([^/]+)$/, scope: CALENDARS },
    run: (call) => ok(getEvent(call).event),
  },
  {
    ...{ verb: 'PATCH', pattern: /^\/me\/events\/([^/]+)$/, scope: CALENDARS },
    run(call) {
      const { calendar, event } = getEvent(call)
      const changed = { ...checkEvent(call.body, event), changeKey: newId() }
      calendar.events.set(call.id, changed)
      return ok(changed)
    },
  },
  {
    ...{ verb: 'DELETE', pattern: /^\/me\/events\/([^/]+)$/, scope: CALENDARS },
    run(call) {
      getEvent(call).calendar.events.delete(call.id)
      return { status: 204 }
    },
  },
]

/**
 * A repeated POST, with a `transactionId` that an event has already, is answered with that event. One that looks
 * otherwise is refused, and so is the id of an event that was deleted.
 */
function createEvent(call: Call): Event {
  const { events } = getCalendar(call)
  const fields = checkEvent(call.body)
  const { transactionId } = fields
  const made = transactionId ? call.mailbox.transactions.get(transactionId) : undefined
  if (made) {
    const known = findEvent(call.mailbox, made.id)
    if (known && made.body === JSON.stringify(call.body)) return known.event
    throw new GraphError(
      409,
      'ErrorDuplicateTransactionId',
      'The TransactionId specified in the request has already been used to create a different event.',
    )
  }
  const id = newId()
  const event: Event = {
    ...fields,
    id,
    type: 'singleInstance',
    iCalUId: newId(),
    changeKey: newId(),
    isOrganizer: true,
  }
  events.set(id, event)
  if (transactionId) call.mailbox.transactions.set(transactionId, { id, body: JSON.stringify(call.body) })
  return event
}

function getCalendar({ mailbox, id }: Call): StoredCalendar {
  const calendar = mailbox.calendars.get(id)
  if (!calendar) throw notFound()
  return calendar
}

function getEvent({ mailbox, id }: Call) {
  const found = findEvent(mailbox, id)
  if (!found) throw notFound()
  return found
}

/** Outlook keeps the names of a person's calendars apart. */
function refuseName({ calendars }: Mailbox, name: string | null): void {
  if ([...calendars.values()].some(({ fields }) => fields.name?.toLowerCase() === name?.toLowerCase()))
    throw new GraphError(409, 'ErrorFolderExists', 'A folder with the specified name already exists.')
}

function page(items: object[], query: URLSearchParams) {
  const wrong = [...query.keys()].find((name) => !['$top', '$skip', '$select'].includes(name))
  if (wrong !== undefined) throw badRequest(`This fake has no ${wrong}.`)
  const [top, skip] = [Number(query.get('$top') ?? PAGE), Number(query.get('$skip') ?? 0)]
  if (!Number.isInteger(top) || top < 1 || top > LARGEST_PAGE) throw badRequest('$top is from 1 to 1000.')
  const select = query.get('$select')?.split(',')
  const nextQuery = `?$top=${top}&$skip=${skip + top}${select ? `&$select=${select.join(',')}` : ''}`
  const next = skip + top < items.length ? { '@odata.nextLink': nextQuery } : {}
  const selected = (item: object) => Object.entries(item).filter(([name]) => !select || select.includes(name))
  const value = items.slice(skip, skip + top).map((item) => Object.fromEntries(selected(item)))
  return { value, ...next }
}

function ok(body: unknown) {
  return { status: 200, body }
}
