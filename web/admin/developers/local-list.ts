import type { List } from '../kit/data.ts'

/**
 * Gives a list that was read in one request the shape of a paged one, sorted by a column: `name`, `-name`.
 */
export function localList<Row extends Record<string, unknown>>(
  query: { data: Row[] | undefined; error: Error | null; isPending: boolean; refetch: () => unknown },
  sort: string,
  matches: (row: Row) => boolean = () => true,
): List<Row> {
  const key = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? -1 : 1
  const rows = (query.data ?? []).filter(matches).sort((a, b) => direction * compare(a[key], b[key]))
  const whole = { rows, count: { value: rows.length, more: false }, hasNextPage: false }
  return { ...query, ...whole, isPlaceholderData: false } as unknown as List<Row>
}

function compare(a: unknown, b: unknown): number {
  return textOf(a).localeCompare(textOf(b))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : ''
}
