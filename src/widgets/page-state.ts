/** Levels of objects and lists, and octets as JSON. It goes to every callback and into every list of notifications. */
const DEEPEST = 16
const MOST_BYTES = 4000

export const PAGE_STATE_ACCEPTS = `an object of at most ${MOST_BYTES} bytes as JSON, nested at most ${DEEPEST} deep`

/** True for a `state` that can be handed on: small and flat. Pages and the service use the same rule. */
export function isPageState(state: object): boolean {
  return (
    isNestedWithin(state, DEEPEST) && new TextEncoder().encode(JSON.stringify(state)).length <= MOST_BYTES
  )
}

/** Looks no deeper than it has to: a value nested a thousand deep is refused after 16 steps. */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item) => isNestedWithin(item, levels - 1))
}
