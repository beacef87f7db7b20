/**
 * Remembers what `compute` answered for the last keys, at most `limit` of them. When full it forgets
 * everything and starts again: keys come from a small set, and only hostile input reaches the limit.
 */
export function memoize<K, V>(limit: number, compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (known.has(key)) return known.get(key) as V
    if (known.size >= limit) known.clear()
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
