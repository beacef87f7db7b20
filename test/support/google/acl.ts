import { isObject, type Resource } from './api-table.ts'
import { type Call, getWritable, type Handler } from './call.ts'
import { invalid, notFound } from './errors.ts'
import { type Calendar } from './state.ts'

const ROLES = ['none', 'freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner']
const SCOPES = ['default', 'user', 'group', 'domain']

/** The methods of `acl`. A rule's id is its scope's type and value; `default` is everybody, signed in or not. */
export const aclMethods: Record<string, Handler> = {
  'acl.insert': (call) => {
    const calendar = getWritable(call, 'owner')
    const scope = checkScope(call.body.scope)
    return put(call, calendar, nameOf(scope), scope, call.body.role)
  },

  'acl.get': (call) => present(call.inPath.ruleId!, getRule(call, getWritable(call, 'owner'))),

  'acl.list': (call) => {
    const calendar = getWritable(call, 'owner')
    const shown = [...calendar.acl].filter(([, { role }]) => role !== 'none')
    return {
      kind: 'calendar#acl',
      etag: calendar.etag,
      nextSyncToken: calendar.etag,
      items: shown.map(([id, rule]) => present(id, rule)),
    }
  },

  'acl.patch': (call) => changeRole(call),
  'acl.update': (call) => changeRole(call),

  'acl.delete': (call) => {
    const calendar = getWritable(call, 'owner')
    getRule(call, calendar)
    calendar.acl.delete(call.inPath.ruleId!)
    return undefined
  },
}

function changeRole(call: Call): Resource {
  const calendar = getWritable(call, 'owner')
  const rule = getRule(call, calendar)
  return put(call, calendar, call.inPath.ruleId!, rule.scope, call.body.role ?? rule.role)
}

function put(call: Call, calendar: Calendar, id: string, scope: Resource, role: unknown): Resource {
  if (!ROLES.includes(role as string)) throw invalid('Invalid role value.')
  const rule = { role: role as string, scope, etag: call.state.nextEtag() }
  calendar.acl.set(id, rule)
  return present(id, rule)
}

function checkScope(scope: unknown): Resource {
  if (!isObject(scope) || !SCOPES.includes(scope.type as string)) throw invalid('Invalid scope type.')
  if ((scope.type === 'default') !== (scope.value === undefined)) throw invalid('Invalid scope value.')
  return scope
}

function nameOf({ type, value }: Resource): string {
  return type === 'default' ? 'default' : `${type as string}:${value as string}`
}

function getRule(call: Call, calendar: Calendar) {
  const rule = calendar.acl.get(call.inPath.ruleId!)
  if (!rule) throw notFound()
  return rule
}

function present(
  id: string,
  { role, scope, etag }: { role: string; scope: Resource; etag: string },
): Resource {
  return { kind: 'calendar#aclRule', etag, id, scope, role }
}
