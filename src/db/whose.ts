import { LRUCache } from 'lru-cache'
import { listSpreadTables } from './spread.ts'

/** The publisher whose rows a statement meets; `all`: those of any; undefined: only tables that are whole on each node. */
export type Whose = number | 'all' | undefined

/** Texts differ by the number of rows and of conditions. */
const TEXTS_CACHED = 5000

const EQUAL = /\bpublisher_id"?\s*=\s*\$(\d+)/
const INSERT = /^\s*insert into "?\w+"?\s*\(([^)]*)\)\s*values\s*\(([^)]*)\)/i
const spread = new RegExp(
  `\\b(from|join|into|update|using)\\s+"?(${listSpreadTables().join('|')})"?(?!\\w)`,
  'i',
)

/** By the text: the position of the publisher among the values. */
const known = new LRUCache<string, { at: number | 'all' | 'none' }>({ max: TEXTS_CACHED })

/**
 * Returns whose rows a statement meets. Every statement of a request names its publisher: `test/db/one-publisher.test.ts`
 * holds that, and that it is found here.
 */
export function whoseRows(text: string, values: readonly unknown[]): Whose {
  let found = known.get(text)
  if (!found) known.set(text, (found = { at: positionIn(text) }))
  if (found.at === 'none') return undefined
  return found.at === 'all' ? 'all' : Number(values[found.at])
}

function positionIn(text: string): number | 'all' | 'none' {
  if (!spread.test(text)) return 'none'
  const equal = EQUAL.exec(text)
  if (equal) return Number(equal[1]) - 1
  const insert = INSERT.exec(text)
  const column = insert?.[1]!.split(',').findIndex((name) => /^\s*"?publisher_id"?\s*$/.test(name)) ?? -1
  const value = /^\s*\$(\d+)\s*$/.exec(insert?.[2]!.split(',')[column] ?? '')
  return value ? Number(value[1]) - 1 : 'all'
}
