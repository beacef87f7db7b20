import { LRUCache } from 'lru-cache'

/** Caches the results of `compute` for the last used keys, at most `limit` of them. */
export function memoize<K extends string | number, V>(limit: number, compute: (key: K) => V): (key: K) => V {
  // In an object, because LRUCache does not store undefined.
  const results = new LRUCache<K, { value: V }>({ max: limit })
  return (key) => {
    let result = results.get(key)
    if (!result) results.set(key, (result = { value: compute(key) }))
    return result.value
  }
}
