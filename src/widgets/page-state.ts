/**
 * Limits of nesting and of bytes as JSON: the state is part of every callback and every list of
 * notifications.
 */
export const DEEPEST = 16
export const MOST_BYTES = 4000

export const PAGE_STATE_ACCEPTS = `an object of at most ${MOST_BYTES} bytes as JSON, nested at most ${DEEPEST} deep`

/**
 * Returns whether a page's `state` is small and flat enough to pass on. Pages and the service share this
 * rule.
 */
export function isPageState(state: object): boolean {
  return (
    isNestedWithin(state, DEEPEST) && new TextEncoder().encode(JSON.stringify(state)).length <= MOST_BYTES
  )
}

/** Stops at the limit, however deep the value is nested. */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item) => isNestedWithin(item, levels - 1))
}
