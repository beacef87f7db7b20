import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { words } from '../words/index.ts'
import { actingIn, ApiError, get, isOffline, type Params } from './api.ts'
import { ofField } from './reasons.ts'
import { recordLabel } from './record-labels.ts'

/** The body of a list in the admin API. */
export interface ListAnswer<Row> {
  data: Row[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
  count?: { value: number; more: boolean }
}

const FRESH_MS = 10_000

/** The cache of what the admin portal has read, by publisher, path and parameters. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // By default a query waits silently while offline. With `always` it fails, and the page can say why.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refused request would be refused again; only failed ones are retried.
      retry: (failures, error) =>
        failures < 2 &&
        !isOffline(error) &&
        !(error instanceof ApiError && error.status < 500 && error.status > 0),
      retryDelay: 500,
    },
  },
})

/**
 * Reads `data` from a path below `/admin/api`. With null it reads nothing yet. `everyMs`: again and again while the
 * tab is visible.
 */
export function useData<T>(path: string | null, params: Params = {}, options: { everyMs?: number } = {}) {
  return useQuery({
    queryKey: [actingIn() ?? 0, path, params],
    queryFn: async ({ signal }) => (await get<{ data: T }>(path!, params, signal)).data,
    enabled: path !== null,
    placeholderData: keepPreviousData,
    refetchInterval: options.everyMs,
  })
}

/** Reads a list page by page. `rows` has all rows read so far. */
export function useList<Row>(path: string | null, params: Params = {}, options: { everyMs?: number } = {}) {
  const query = useInfiniteQuery({
    // A different key than in useData for the same path, because pages are cached in another shape.
    queryKey: [actingIn() ?? 0, path, params, 'pages'],
    queryFn: ({ pageParam, signal }) => get<ListAnswer<Row>>(path!, { ...params, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: path !== null,
    placeholderData: keepPreviousData,
    refetchInterval: options.everyMs,
  })
  const pages = query.data?.pages ?? []
  return { ...query, rows: pages.flatMap((page) => page.data), count: pages[0]?.count }
}

export type List<Row> = ReturnType<typeof useList<Row>>

/** Reads everything again whose path starts with one of `touches`. */
export function readAgain(...touches: string[]): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => isTouched(path, touches) })
}

function isTouched(path: unknown, touches: string[]): boolean {
  return typeof path === 'string' && touches.some((touched) => path.startsWith(touched))
}

/** An error as a message for people. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return words.kit.brokenPage
  const { status } = error
  if (status === 429) return words.kit.tooMany
  if (status >= 500) return words.kit.serviceFault
  const { kind } = (error.body ?? {}) as { kind?: string }
  const fields = Object.entries(error.fields)
  if (fields.length === 0 || kind) return error.message
  return fields.map(([field, text]) => ofField(field, text, recordLabel)).join(' · ')
}
