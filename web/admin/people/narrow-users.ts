import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import type { List } from '../kit/data.ts'

export function stateOf({ disabled, invited }: UserRecord): 'off' | 'invited' | 'active' {
  return disabled ? 'off' : invited ? 'invited' : 'active'
}

const RANK = { owner: 0, editor: 1, viewer: 2 }

const ORDERS: Record<string, (a: UserRecord, b: UserRecord) => number> = {
  name: (a, b) => (a.name || a.email).localeCompare(b.name || b.email),
  role: (a, b) => RANK[a.role] - RANK[b.role],
  state: (a, b) => stateOf(a).localeCompare(stateOf(b)),
  lastSignIn: (a, b) => (a.lastSignIn ?? '').localeCompare(b.lastSignIn ?? ''),
}

/** Searches, filters and sorts in the browser: there are at most 500 users, and they come as one page. */
export function filterUsers(
  list: List<UserRecord>,
  { q, role, state, sort }: Record<'q' | 'role' | 'state' | 'sort', string>,
): List<UserRecord> {
  const words = q.trim().toLowerCase()
  const rows = list.rows
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words))
    .filter((user) => !role || user.role === role)
    .filter((user) => !state || stateOf(user) === state)
  const order = ORDERS[sort.replace(/^-/, '')]
  if (order) rows.sort(order)
  if (order && sort.startsWith('-')) rows.reverse()
  return { ...list, rows, count: { value: rows.length, more: false } }
}
