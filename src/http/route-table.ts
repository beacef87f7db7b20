/** Allowed methods by URL. */
export interface RouteTable {
  add(route: { url: string; method: string | string[] }): void
  /** Returns the methods in alphabetical order; empty if no route matches. Wildcard routes are ignored. */
  methodsAt(path: string): string[]
}

interface Route {
  pattern: RegExp
  methods: Set<string>
}

export function createRouteTable(): RouteTable {
  const routes = new Map<string, Route>()
  return {
    add({ url, method }) {
      if (url.includes('*')) return
      const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
      for (const each of [method].flat()) route.methods.add(each)
      routes.set(url, route)
    },
    methodsAt(path) {
      const matches = [...routes.values()].filter(({ pattern }) => pattern.test(path))
      return [...new Set(matches.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** `/logo/:id.png` matches `/logo/x.png`, and a trailing slash as every route does. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split(/(:\w+)/)
  const texts = parts.map((part) =>
    part.startsWith(':') ? '[^/]+' : part.replace(/[.$^+?()[\]{}|\\]/g, '\\$&'),
  )
  return new RegExp(`^${texts.join('')}/?$`)
}
