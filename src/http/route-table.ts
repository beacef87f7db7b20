/** Which methods the routes of an address take. */
export interface RouteTable {
  add(route: { url: string; method: string | string[] }): void
  /** In alphabetical order; none: no route has this address. Routes that take whatever follows are not looked at. */
  methodsAt(path: string): string[]
}

interface Known {
  pattern: RegExp
  methods: Set<string>
}

export function createRouteTable(): RouteTable {
  const routes = new Map<string, Known>()
  return {
    add({ url, method }) {
      if (url.includes('*')) return
      const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
      for (const each of [method].flat()) known.methods.add(each)
      routes.set(url, known)
    },
    methodsAt(path) {
      const found = [...routes.values()].filter(({ pattern }) => pattern.test(path))
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** `/logo/:id.png` takes `/logo/x.png` and, as everywhere, a slash at the end. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split(/(:\w+)/)
  const texts = parts.map((part) =>
    part.startsWith(':') ? '[^/]+' : part.replace(/[.$^+?()[\]{}|\\]/g, '\\$&'),
  )
  return new RegExp(`^${texts.join('')}/?$`)
}
