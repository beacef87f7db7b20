import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { actingIn, ApiError, get, isOffline, type Params } from './api.ts'

/** What a list of the admin API answers. */
export interface ListAnswer<Row> {
  data: Row[]
  /** What to ask the next page with; null: this was the last. */
  next: string | null
  count?: { value: number; more: boolean }
}

const FRESH_MS = 10_000

/** What the portal has read is kept here, by publisher, path and parameters. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // By default a query waits in silence for a connection. Asked for anyway it fails, and the page can say why.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays one; only what was not reached is tried again.
      retry: (failures, error) =>
        failures < 2 &&
        !isOffline(error) &&
        !(error instanceof ApiError && error.status < 500 && error.status > 0),
      retryDelay: 500,
    },
  },
})

/** Reads `data` of an answer, by a path below `/admin/api`; null: nothing yet. */
export function useData<T>(path: string | null, params: Params = {}, options: { everyMs?: number } = {}) {
  return useQuery({
    queryKey: [actingIn() ?? 0, path, params],
    queryFn: async ({ signal }) => (await get<{ data: T }>(path!, params, signal)).data,
    enabled: path !== null,
    placeholderData: keepPreviousData,
    refetchInterval: options.everyMs,
  })
}

/** Reads a list page by page. `rows` are all that were read so far. */
export function useList<Row>(path: string | null, params: Params = {}) {
  const query = useInfiniteQuery({
    // Not the key of one answer from the same path: pages are kept in another form.
    queryKey: [actingIn() ?? 0, path, params, 'pages'],
    queryFn: ({ pageParam, signal }) => get<ListAnswer<Row>>(path!, { ...params, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: path !== null,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return { ...query, rows: pages.flatMap((page) => page.data), count: pages[0]?.count }
}

export type List<Row> = ReturnType<typeof useList<Row>>

/** Reads again what begins with one of the paths. */
export function readAgain(...touches: string[]): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => isTouched(path, touches) })
}

function isTouched(path: unknown, touches: string[]): boolean {
  return typeof path === 'string' && touches.some((touched) => path.startsWith(touched))
}

/** What went wrong, in words for a person. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.'
  const { status } = error
  if (status === 429) return 'That was too much at once. Wait a moment, then try again.'
  if (status >= 500) return 'The service has a problem. What you typed is kept; try again in a moment.'
  const fields = Object.values(error.fields)
  return fields.length > 0 ? fields.join(' · ') : error.message
}
