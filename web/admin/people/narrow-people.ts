import type { Person } from '../../../src/http/admin/people-schemas.ts'
import type { List } from '../kit/data.ts'

export function stateOf({ disabled, invited }: Person): 'off' | 'invited' | 'active' {
  return disabled ? 'off' : invited ? 'invited' : 'active'
}

const RANK = { owner: 0, editor: 1, viewer: 2 }

const ORDERS: Record<string, (a: Person, b: Person) => number> = {
  name: (a, b) => (a.name || a.email).localeCompare(b.name || b.email),
  role: (a, b) => RANK[a.role] - RANK[b.role],
  state: (a, b) => stateOf(a).localeCompare(stateOf(b)),
  lastSignIn: (a, b) => (a.lastSignIn ?? '').localeCompare(b.lastSignIn ?? ''),
}

/** Searches, filters and sorts here: there are at most 500 people, and they come as one page. */
export function narrowed(
  list: List<Person>,
  { q, role, state, sort }: Record<'q' | 'role' | 'state' | 'sort', string>,
): List<Person> {
  const words = q.trim().toLowerCase()
  const rows = list.rows
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words))
    .filter((person) => !role || person.role === role)
    .filter((person) => !state || stateOf(person) === state)
  const order = ORDERS[sort.replace(/^-/, '')]
  if (order) rows.sort(order)
  if (order && sort.startsWith('-')) rows.reverse()
  return { ...list, rows, count: { value: rows.length, more: false } }
}
