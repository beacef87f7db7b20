import { watchingRoutes } from '../../test/support/routes.ts'
import type { Answer, TestPublisher } from '../../test/support/test-publisher.ts'
import { type Outcome, type Proof, together } from '../proof.ts'
import { documentedOperations } from './operations.ts'
import { everythingHeld, type Held, unknownLike } from './publisher-ids.ts'
import { NAMES_NOTHING, type Place, placesOf, type Route } from './publisher-places.ts'
import { everythingOf, openApp, type World } from './world.ts'

/** How the other publisher stands to ours. */
export const RELATIONS = ['a stranger', 'a sibling', 'its partner', 'its sub-account'] as const
type Relation = (typeof RELATIONS)[number]

/** Ids that anybody may use at these addresses: they say whose they are. */
const ANYBODYS: [RegExp, string][] = [
  [/^\/w\/:id/, 'widget'],
  [/^\/calendar\/:id/, 'calendar'],
  // It may have been public: applications that have it are told that it no longer is.
  [/^\/calendar\/:id\.ics$/, 'draft'],
  [/^\/logo\/:id/, 'image'],
  [/^\/feed\/:token/, 'feedToken'],
  [/^\/manage\/:token/, 'manageToken'],
]

/** Each route with each kind of id of another publisher: answered as what does not exist. */
export const publishers: Proof = {
  promise:
    "every route answers another publisher's ids like ids that do not exist, and tells and changes nothing",
  times: RELATIONS.length,
  async run({ times, progress }) {
    const outcomes: Outcome[] = []
    for (const relation of RELATIONS.slice(0, times)) {
      progress(relation)
      outcomes.push(await proveApart(relation, 1))
    }
    return together(outcomes)
  },
}

/** `every`: each place is asked with one of so many kinds of ids; 1: with all. */
export async function proveApart(relation: Relation, every: number): Promise<Outcome> {
  const routes: Route[] = []
  const app = await watchingRoutes(openApp, ({ url }, method) => routes.push({ method, url }))
  try {
    const [us, them] = await twoWorlds(app, relation)
    const held = await everythingHeld(them)
    const documented = await documentedOperations(us)
    const before = await snapshot(them, held)
    const broken: string[] = []
    const asked = new Set<Route>()
    let requests = 0
    for (const [index, place] of (await placesOf(us, routes, documented)).entries()) {
      const unknown = new Map<string, string>()
      for (const [at, [kind, id]] of Object.entries(held.ids).entries()) {
        if ((at + index) % every !== 0 || isAnybodys(place, kind)) continue
        if (isTold(relation, place, kind)) continue
        const nobodys = unknownLike(id)
        if (!unknown.has(nobodys)) unknown.set(nobodys, essence(await place.ask(nobodys), nobodys))
        const foreign = await place.ask(id)
        // A limit counts requests for known and unknown ids alike, so a 429 tells nothing.
        if (foreign.status === 429) continue
        requests++
        asked.add(place.route)
        if (essence(foreign, id) !== unknown.get(nobodys))
          broken.push(
            `${place.name} as ${kind}: ${essence(foreign, id).slice(0, 200)}, not ${unknown.get(nobodys)!.slice(0, 200)}`,
          )
        for (const mark of held.marks)
          if (foreign.text.includes(mark)) broken.push(`${place.name} as ${kind} tells ${mark}`)
      }
    }
    if ((await snapshot(them, held)) !== before) broken.push('something of the other publisher has changed')
    const open = routes.filter(
      (route) => /[:*]/.test(route.url) && !asked.has(route) && !NAMES_NOTHING.test(route.url),
    )
    broken.push(...open.map(({ method, url }) => `${method} ${url} was never asked`))
    return { figures: { routes: routes.length, 'requests with foreign ids': requests }, broken }
  } finally {
    await app.close()
  }
}

/** A partner may see what it has created, and the log of what it created says by which of its keys. */
function isTold(relation: Relation, { route }: Place, kind: string): boolean {
  if (relation === 'its sub-account') return kind === 'publisher' && route.url.endsWith('/accounts/:id')
  return relation === 'its partner' && kind === 'apiKey' && /\/audit-log(\.csv)?$/.test(route.url)
}

const isAnybodys = ({ route, name }: Place, kind: string) =>
  !name.includes('?') &&
  !name.includes(' .') &&
  ANYBODYS.some(([pattern, own]) => pattern.test(route.url) && own === kind)

async function twoWorlds(app: World['app'], relation: Relation): Promise<[us: World, them: World]> {
  const agency = await app.publisher({ partner: true })
  const [us, them] = {
    'a stranger': [agency, await app.publisher({ partner: true })],
    'a sibling': [await agency.account(), await agency.account()],
    'its partner': [await agency.account(), agency],
    'its sub-account': [agency, await agency.account()],
  }[relation] as [TestPublisher, TestPublisher]
  return [await everythingOf(app, us), await everythingOf(app, them)]
}

/** Status and text, without what was said by the caller or differs by chance. */
function essence({ status, text }: Answer, id: string): string {
  // A number stands in many texts; where it was said, it is within something.
  const said = /^\d{1,6}$/.test(id)
    ? new RegExp(`(?<=[["/>])${id}(?=[\\]"/<])`, 'g')
    : new RegExp(`${RegExp.escape(id)}|${RegExp.escape(encodeURIComponent(id))}`, 'g')
  // The headings of a table have numbers that nobody said.
  const shown = text.replace(/Quick link\[\d+\]/g, 'Quick link').replace(said, 'ID')
  const neutral = shown
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}/g, 'ID')
    .replace(/"elapsed":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|[\w-]{40,}/g, '')
  return `${status} ${neutral}`
}

/** All that can be read of the other publisher. */
async function snapshot({ club, owner }: World, { ids }: Held): Promise<string> {
  const signed = [
    '/calendar?showDraft=1',
    '/event?showDraft=1&showPastEvents=1',
    `/event?svc_id=${ids.svc}`,
    `/subscriber/${ids.svc}`,
    '/notifications',
  ]
  const admin = [
    '/callbacks',
    '/api-keys',
    '/people',
    '/widgets',
    '/publisher',
    '/imports',
    '/categories',
    '/accounts',
    '/deliveries',
  ]
  const read = [
    ...(await Promise.all(signed.map((path) => club.get(path)))),
    ...(await Promise.all(admin.map((path) => owner.get(path)))),
  ]
  return read.map(({ text }) => text.replace(/"(lastUsed|lastSeen|lastActive)\w*":"[^"]*"/g, '')).join('\n')
}
