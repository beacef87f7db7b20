import type { Operation } from './document.ts'

interface Values {
  /** Returns a parameter of the example as code. */
  of: (name: string) => string
  /** The query parameters as an object literal; empty without any. */
  query: string
  /** The example's body as code. */
  body: string
  /** Returns one field of the body as code. */
  part: (name: string) => string
}

/**
 * The calls of the client library, by operation id. Other operations have a method with their name, which takes
 * the parameters of the path, then the body.
 */
const CALLS: Record<string, (values: Values) => string> = {
  listCalendars: () => 'for (const { id, name } of await fasti.listCalendars()) console.log(id, name)',
  createCalendar: ({ body }) =>
    `const calendarId = await fasti.createCalendar(${body})\nconsole.log(calendarId)`,
  listEvents: ({ query }) =>
    `// All pages, one after another.\nfor await (const event of fasti.events(${query})) console.log(event.startDate, event.name)`,
  createEvent: ({ body }) => `const eventId = await fasti.createEvent(${body})\nconsole.log(eventId)`,
  updateEvent: ({ of, query, body }) =>
    `await fasti.updateEvent(${[of('id'), body, query].filter(Boolean).join(', ')})`,
  deleteEvent: ({ of, query }) => `await fasti.deleteEvent(${[of('id'), query].filter(Boolean).join(', ')})`,
  updateEventGroup: ({ of, body }) =>
    `const changed = await fasti.updateEventGroup(${of('referenceType')}, ${body})\nconsole.log(changed.length)`,
  addPrivateEvents: ({ of, part }) =>
    `// Any number of events; \`addBatch\` sends one request of at most 1000.\nconst events = ${part('events')}\nconst { items } = await fasti.addBatch(events, { idempotencyKey: ${of('idempotency-key')} })\nfor (const { reference, error } of items) console.log(reference, error ?? 'added')`,
  listPrivateEvents: ({ of }) =>
    `// All pages, one after another.\nfor await (const event of fasti.privateEvents({ svc_id: ${of('svc_id')} })) console.log(event.name)`,
  searchPrivateEvents: ({ part }) => `console.log(await fasti.searchPrivateEvents(${part('ids')}))`,
  deletePrivateEvents: ({ part }) =>
    `const { deleted } = await fasti.deleteBatch(${part('ids')})\nconsole.log(deleted)`,
  getSubscriber: ({ of }) =>
    `const { id: svcId } = await fasti.getSubscriber(${of('key')})\nconsole.log(svcId)`,
  changeSubscriptions: ({ of, part }) =>
    `// To remove them: fasti.removeCalendars\nawait fasti.addCalendars(${of('svc_id')}, ${part('calendarIds')})`,
  addDevice: ({ of, part }) =>
    `// The password is returned only once.\nconst { server, userName, password } = await fasti.addDevice(${of('svc_id')}, ${part('name')})`,
  endLink: ({ of }) => `await fasti.endLink(${of('svc_id')}, Number(${of('number')}))`,
  listChanges: () =>
    `// All of them. To continue later, pass the last revision: fasti.changes(revision)\nfor await (const { revision, eventId, kinds } of fasti.changes()) console.log(revision, eventId, kinds)`,
  listNotifications: () =>
    `// All of them. To continue later, pass the last id: fasti.notifications(id)\nfor await (const { id, kind, payload } of fasti.notifications()) console.log(id, kind, payload)`,
  createAccount: ({ body }) =>
    `const { apiKey, secret } = await fasti.createAccount(${body})\n// The secret is returned only once.`,
}

/** A whole program that calls an operation with `@fasti/client`. */
export function callOf(operation: Operation, url: string): string {
  const { parameters = [], requestBody, operationId } = operation
  const example = requestBody?.content['application/json'].example as Record<string, unknown> | undefined
  const valueOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.example
  const query = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined)
  const call = (CALLS[operationId] ?? plainCall(operation))({
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

function plainCall({ method, operationId, parameters = [], requestBody }: Operation) {
  return ({ of, body }: Values): string => {
    const path = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => of(name))
    const call = `await fasti.${operationId}(${[...path, ...(requestBody ? [body] : [])].join(', ')})`
    return method === 'GET' ? `console.log(${call})` : call
  }
}

/** A value as TypeScript code: names without quotes, strings in single quotes. */
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
