import type { Operation } from './document.ts'

interface Values {
  /** A parameter of the example, as it stands in code. */
  of: (name: string) => string
  /** The parameters of the query, as an object in code; empty: there are none. */
  query: string
  /** The example's body in code. */
  body: string
  /** A part of it. */
  part: (name: string) => string
}

/** What the client library calls it, by operation. */
const CALLS: Record<string, (values: Values) => string> = {
  listCalendars: () => 'for (const { id, name } of await fasti.listCalendars()) console.log(id, name)',
  getCalendar: ({ of }) => `console.log(await fasti.getCalendar(${of('id')}))`,
  createCalendar: ({ body }) =>
    `const calendarId = await fasti.createCalendar(${body})\nconsole.log(calendarId)`,
  updateCalendar: ({ of, body }) => `await fasti.updateCalendar(${of('id')}, ${body})`,
  deleteCalendar: ({ of }) => `await fasti.deleteCalendar(${of('id')})`,
  listEvents: ({ query }) =>
    `// All pages, one after the other.\nfor await (const event of fasti.events(${query})) console.log(event.startDate, event.name)`,
  getEvent: ({ of }) => `console.log(await fasti.getEvent(${of('id')}))`,
  createEvent: ({ body }) => `const eventId = await fasti.createEvent(${body})\nconsole.log(eventId)`,
  updateEvent: ({ of, body }) => `await fasti.updateEvent(${of('id')}, ${body})`,
  updateEventGroup: ({ of, body }) =>
    `const changed = await fasti.updateEventGroup(${of('referenceType')}, ${body})\nconsole.log(changed.length)`,
  deleteEvent: ({ of }) => `await fasti.deleteEvent(${of('id')})`,
  addPrivateEvents: ({ of, part }) =>
    `// Any number of events; \`addBatch\` sends one request of at most 1000.\nconst events = ${part('events')}\nconst { items } = await fasti.addBatch(events, { idempotencyKey: ${of('idempotency-key')} })\nfor (const { reference, error } of items) console.log(reference, error ?? 'added')`,
  listPrivateEvents: ({ of }) =>
    `// All pages, one after the other.\nfor await (const event of fasti.privateEvents({ svc_id: ${of('svc_id')} })) console.log(event.name)`,
  searchPrivateEvents: ({ part }) => `console.log(await fasti.searchPrivateEvents(${part('ids')}))`,
  deletePrivateEvents: ({ part }) =>
    `const { deleted } = await fasti.deleteBatch(${part('ids')})\nconsole.log(deleted)`,
  getSubscriber: ({ of }) =>
    `const { id: svcId } = await fasti.getSubscriber(${of('key')})\nconsole.log(svcId)`,
  changeSubscriptions: ({ of, part }) =>
    `// To remove them: fasti.removeCalendars\nawait fasti.addCalendars(${of('svc_id')}, ${part('calendarIds')})`,
  unsubscribe: ({ of }) => `await fasti.unsubscribe(${of('svc_id')})`,
  listNotifications: () =>
    `// All there are. To go on later, give the last id: fasti.notifications(id)\nfor await (const { id, kind, payload } of fasti.notifications()) console.log(id, kind, payload)`,
  listAccounts: () => 'console.log(await fasti.listAccounts())',
  createAccount: ({ body }) =>
    `const { apiKey, secret } = await fasti.createAccount(${body})\n// The secret is told only now.`,
}

/** A whole program that calls an operation with `@fasti/client`. */
export function callOf(operation: Operation, url: string): string {
  const { parameters = [], requestBody, operationId } = operation
  const example = requestBody?.content['application/json'].example as Record<string, unknown> | undefined
  const valueOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.example
  const query = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined)
  const call = CALLS[operationId]!({
    of: (name) => inCode(valueOf(name)),
    query:
      query.length > 0 ? inCode(Object.fromEntries(query.map(({ name, example }) => [name, example]))) : '',
    body: inCode(example),
    part: (name) => inCode(example?.[name]),
  })
  return `import { FastiClient } from '@fasti/client'

const fasti = new FastiClient({
  url: '${url}',
  apiKey: process.env.FASTI_API_KEY,
  secret: process.env.FASTI_SECRET,
})
${call}`
}

/** As people write it: names without quotes, texts in single ones. */
function inCode(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item) => inCode(item, deeper))
    return items.some((item) => item.includes('\n'))
      ? `[\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}]`
      : `[${items.join(', ')}]`
  }
  const lines = Object.entries(value).map(
    ([name, inner]) => `${deeper}${/^\w+$/.test(name) ? name : `'${name}'`}: ${inCode(inner, deeper)},\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}
