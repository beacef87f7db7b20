import type { Answer, Json } from '../../test/support/test-publisher.ts'
import { fieldsOf, type Schema, withValue } from './fields.ts'
import type { Documented } from './operations.ts'
import { sendAs, soundRequest } from './requests.ts'
import type { World } from './world.ts'

/**
 * Parameters and fields that name something a publisher has. `after` and `before` name a place in the order of time,
 * whoever's id says it.
 */
const NAMING =
  /^(ids?|svcId|svc_id|calendarIds?|addCalendarIds|callbackId|widgetId|actor|subject|key|requestId|calendar_reference|referenceType|reference|category)$/

/** Fields of a body that are texts of our own. */
const SAID = /(^|\.)reference(Type)?$/

/** Routes whose address is a file's or a page's own. */
export const NAMES_NOTHING = /^\/(admin|assets|docs|old)\b(?!\/api)/

export interface Route {
  method: string
  url: string
}

/** One place of a route where an id can be said. */
export interface Place {
  name: string
  route: Route
  ask: (id: string) => Promise<Answer>
}

/** Every place of every route where an id can be said: in its address, its query and its body. */
export async function placesOf(us: World, routes: Route[], documented: Documented[]): Promise<Place[]> {
  const places: Place[] = []
  for (const route of routes.filter(({ url }) => !NAMES_NOTHING.test(url))) {
    const operation = `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`
    const described = documented.find(({ name }) => name === operation)
    const sound = await soundRequest(us, operation).catch(() => undefined)
    const path = (sound?.path ?? pathBelow(route.url)).replace(/:action/, 'add')
    const request = { path, body: described?.body && sound ? sound.body : undefined }
    const say = (path: string, body?: Json) => sendAs(us, operation, path, body)
    places.push(...inAddress(route, request, say), ...inQuery(us, route, request, described, say))
    if (described?.body && sound) places.push(...inBody(route, request, described.body, say))
  }
  return places
}

interface Request {
  path: string
  body: Json
}
type Say = (path: string, body?: Json) => Promise<Answer>

function inAddress(route: Route, { path, body }: Request, say: Say): Place[] {
  const segments = path.replace(/\?.*/, '').split('/')
  return [...pathBelow(route.url).split('/').entries()].flatMap(([index, segment]) => {
    const [, before, , after] = /^(.*?)(:\w+|\*)(.*)$/.exec(segment) ?? []
    if (before === undefined || segment === ':action') return []
    const at = (id: string) => segments.with(index, before + encodeURIComponent(id) + after).join('/')
    const ask = (id: string) => say(at(id).replace(/:\w+/g, 'x'), body)
    return [{ name: `${route.method} ${route.url} ${segment}`, route, ask }]
  })
}

function inQuery(
  us: World,
  route: Route,
  request: Request,
  described: Documented | undefined,
  say: Say,
): Place[] {
  const own = request.path.replace(/:\w+/g, us.club.widgetId)
  const named = (described?.parameters ?? []).filter(
    ({ name, in: where }) => where === 'query' && NAMING.test(name),
  )
  return named.map(({ name }) => {
    const query = (id: string) => new URLSearchParams({ ...queryOf(own), [name]: id }).toString()
    const ask = (id: string) => say(`${own.replace(/\?.*/, '')}?${query(id)}`, request.body)
    return { name: `${route.method} ${route.url}?${name}`, route, ask }
  })
}

function inBody(route: Route, { path, body }: Request, schema: Schema, say: Say): Place[] {
  const last = (path: string[]) => path.filter((segment) => segment !== '[]').at(-1)!
  return fieldsOf(schema, 'string')
    .filter((field) => NAMING.test(last(field.path)) && !SAID.test(field.name))
    .map((field) => {
      const ask = (id: string) => say(path, withValue(schema, body, field.path, id))
      return { name: `${route.method} ${route.url} .${field.name}`, route, ask }
    })
}

/** The parameters that an operation can't do without. */
function queryOf(path: string): Record<string, string> {
  const given = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))
  return /^\/batch/.test(path) ? { type: 'private', ...given } : given
}

/** As `sendAs` wants it. */
const pathBelow = (url: string) => url.replace(/^\/(apiv2|admin\/api)(?=\/)/, '')
