import type { AppContext } from '../../context.ts'
import type { DavAccount } from '../../dav/account.ts'
import { type Collection, findCollection, listCollections } from '../../dav/collection.ts'
import { readObjects } from '../../dav/objects.ts'
import { DavError } from './dav-error.ts'
import { objectResponses, response } from './multi-status.ts'
import type { DavPath } from './paths.ts'
import {
  collectionValues,
  type Common,
  GETETAG,
  homeValues,
  keyOf,
  namesOf,
  objectValues,
  plainProperties,
  principalValues,
  rootValues,
  type Values,
  type Wanted,
  wantedIn,
} from './properties.ts'
import { listInRange } from './reports.ts'
import { childOf, DAV, type Element, isElement } from './xml.ts'

type PropfindContext = Pick<
  AppContext,
  'database' | 'feeds' | 'links' | 'publicCalendars' | 'history' | 'now'
>

interface Place {
  account: DavAccount
  path: DavPath
  /** The path as the client sent it: it may be one of those at which discovery begins. */
  href: string
  depth: '0' | '1'
  common: Common
  brief: boolean
}

/** The properties that a client asks for, of resources that have these. */
type Choose = (own: Values) => Wanted[]

/** Reads the body of a PROPFIND (RFC 4918, 9.1). No body asks for everything. */
export function readPropfind(body: Element | undefined): { choose: Choose; namesOnly: boolean } {
  if (!body) return { choose: plainProperties, namesOnly: false }
  const prop = childOf(body, DAV, 'prop')
  if (!isElement(body, DAV, 'propfind')) throw new DavError(400, 'The body of a PROPFIND is a propfind')
  if (childOf(body, DAV, 'propname')) return { choose: namesOf, namesOnly: true }
  if (prop) {
    const wanted = wantedIn(prop)
    return { choose: () => wanted, namesOnly: false }
  }
  if (!childOf(body, DAV, 'allprop')) throw new DavError(400, 'A propfind has prop, allprop or propname')
  const included = childOf(body, DAV, 'include')
  const more = included ? wantedIn(included) : []
  return { choose: (own) => [...plainProperties(own), ...more], namesOnly: false }
}

/** Answers a PROPFIND on a resource, with `1` also on those in it. Throws if there is no such resource. */
export async function* propfind(
  ctx: PropfindContext,
  place: Place,
  { choose, namesOnly }: ReturnType<typeof readPropfind>,
): AsyncGenerator<string> {
  const { account, path, common, href, depth, brief } = place
  const { paths } = common
  const one = (at: string, own: Values) => {
    const shown = namesOnly ? new Map([...own.keys()].map((key) => [key, ''])) : own
    return response(at, shown, choose(own), brief)
  }
  const ofCollection = (collection: Collection) =>
    one(paths.collection(account.id, collection.name), collectionValues(account, collection, common))

  if (path.kind === 'root') {
    yield one(href, rootValues(account, common))
    // From the bare host name, programs that walk folders come to the principal in two steps.
    if (depth === '1' && href === '/') yield one(paths.root, rootValues(account, common))
    else if (depth === '1') yield one(paths.principal(account.id), principalValues(account, common))
  } else if (path.kind === 'principal') {
    yield one(href, principalValues(account, common))
    if (depth === '1') yield one(paths.home(account.id), homeValues(account, common))
  } else if (path.kind === 'home') {
    yield one(href, homeValues(account, common))
    if (depth === '0') return
    for (const collection of await listCollections(ctx, account)) yield ofCollection(collection)
  } else if (path.kind === 'registration') {
    throw new DavError(404, 'There is nothing at this address')
  } else {
    const collection = await findCollection(ctx, account, path.collection)
    if (!collection) throw new DavError(404, 'There is no such calendar')
    const shared = objectValues(account, common)
    const write = objectResponses(shared, choose(withEtag(shared)), brief)
    if (path.kind === 'object') {
      const [object] = await readObjects(ctx, account, collection, [path.id])
      if (!object) throw new DavError(404, 'There is no such event')
      yield write(href, object)
      return
    }
    yield ofCollection(collection)
    if (depth === '0') return
    const stamps = await listInRange(ctx, { account, collection }, { range: undefined })
    for (const [id, stamp] of stamps) yield write(paths.object(account.id, collection.name, id), stamp)
  }
}

/** The properties of objects, for a client that asks for all. */
function withEtag(common: Values): Values {
  return new Map([...common, [GETETAG, ''], [keyOf({ namespace: DAV, name: 'getlastmodified' }), '']])
}
