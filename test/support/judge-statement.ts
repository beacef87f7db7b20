import type pg from 'pg'
import { DISTRIBUTED } from './citus-script.ts'

/** The effect of a statement on tables that are spread over nodes by `publisher_id`. */
export interface Judgement {
  /** Why it would meet more than one node, or not work; empty: it is fine. */
  faults: string[]
  /** The publishers of its rows: `$1` or a number, once for each table it reads and each row it writes. */
  publishers: string[]
  /** True if it locks rows or writes. */
  writes: boolean
  /** Spread tables in it. */
  tables: string[]
}

/** A node of a plan, as `explain (verbose, format json)` tells it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Operation?: 'Insert' | 'Update' | 'Delete'
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** Statements that Citus refuses in a write to a spread table, or runs only on the node of a client. */
const REFUSED: [pattern: RegExp, reason: string][] = [
  [/\b(random|gen_random_uuid|clock_timestamp|nextval|currval)\s*\(/i, 'a value that each node makes anew'],
  [/\bpg_(try_)?advisory_/i, 'an advisory lock holds on one node only'],
  [/^\s*(listen|notify|unlisten)\b|\bpg_notify\s*\(/i, 'notifications reach one node only'],
  [/^\s*lock\s+table\b/i, 'a lock of a whole table'],
  [/^\s*(create|alter|drop|truncate)\b/i, 'a change of the schema'],
  [
    /\bupdate\s+"?\w+"?\s+(as\s+"?\w+"?\s+)?set\b(?:(?!\bwhere\b).)*"publisher_id"\s*=/is,
    'moves a row to another node',
  ],
]

/**
 * Asks PostgreSQL for the plan of a statement and finds whose rows each spread table in it is narrowed to. The
 * planner carries `publisher_id = $1` over joins, so a table that is only joined on it is narrowed as well; this
 * is the very reasoning by which Citus sends a statement to one node.
 */
export async function judge(client: pg.Client, text: string): Promise<Judgement> {
  const nodes = flatten(await planOf(client, text))
  const faults = REFUSED.filter(([pattern]) => pattern.test(text)).map(([, reason]) => reason)
  const publishers: string[] = []

  for (const node of nodes.filter(isRead)) {
    const table = node['Relation Name']!
    const bound = boundTo(conditionOf(node))
    if (bound === undefined) faults.push(`${table} is read for all publishers`)
    else if (!bound.includes('.')) publishers.push(bound)
  }
  const written = nodes.filter((node) => node['Node Type'] === 'ModifyTable' && isSpread(node))
  for (const node of written.filter((node) => node.Operation === 'Insert')) {
    const table = node['Relation Name']!
    const into = insertedPublisher(text, table)
    if (into === undefined) faults.push(`${table} gets a row without publisher_id`)
    else publishers.push(...into)
  }
  const tables = tablesIn(text)
  const met = new Set([...nodes.filter(isRead), ...written].map((node) => node['Relation Name']))
  for (const table of tables) if (!met.has(table)) faults.push(`${table} is not in the plan`)
  const writes = written.length > 0 || nodes.some((node) => node['Node Type'] === 'LockRows')
  return { faults, publishers, writes, tables }
}

/** The plan for any values. */
async function planOf(client: pg.Client, text: string): Promise<PlanNode> {
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join()})`
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare judged as ${text}`)
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (verbose, format json) execute judged${values}`,
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate judged')
  }
}

/** The publishers that a statement meets when it is sent with these values. */
export function publishersOf({ publishers }: Judgement, values: unknown[]): Set<number> {
  const met = publishers.flatMap((term) => {
    const value = term.startsWith('$') ? values[Number(term.slice(1)) - 1] : term
    return typeof value === 'string' ? value.replace(/[{}]/g, '').split(',') : [value]
  })
  return new Set(met.filter((value) => value !== '').map(Number))
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function isSpread(node: PlanNode): boolean {
  return DISTRIBUTED.includes(node['Relation Name'] ?? '')
}

function isRead(node: PlanNode): boolean {
  return / Scan$/.test(node['Node Type']) && isSpread(node)
}

function conditionOf(node: PlanNode): string {
  const all = [node['Index Cond'], node['Recheck Cond'], node.Filter].filter((part) => part !== undefined)
  return all.length === 0 ? '' : `(${all.join(' AND ')})`
}

/** The term that `publisher_id` has to equal for the condition to hold; undefined: it may be anything. */
function boundTo(condition: string): string | undefined {
  const inner = unwrap(condition.trim())
  const ors = split(inner, ' OR ')
  if (ors.length > 1) {
    const each = ors.map(boundTo)
    return each.every((term) => term !== undefined && term === each[0]) ? each[0] : undefined
  }
  const ands = split(inner, ' AND ')
  if (ands.length > 1) return ands.map(boundTo).find((term) => term !== undefined)
  return /^\(?(?:\w+\.|"\w+"\.)?publisher_id\)? = \(?(\$\d+|\d+|"?\w+"?\.publisher_id)\)?(?:::\w+)?$/.exec(
    inner,
  )?.[1]
}

/** Without the parentheses around the whole of it. */
function unwrap(text: string): string {
  return text.startsWith('(') && closesLast(text) ? unwrap(text.slice(1, -1).trim()) : text
}

function closesLast(text: string): boolean {
  let depth = 0
  for (const [at, char] of mask(text).split('').entries()) {
    if (char === '(') depth++
    if (char === ')' && --depth === 0) return at === text.length - 1
  }
  return false
}

/** Splits where the separator stands outside of all parentheses and texts. */
function split(text: string, separator: string): string[] {
  const masked = mask(text)
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < masked.length; at++) {
    if (masked[at] === '(') depth++
    if (masked[at] === ')') depth--
    if (depth > 0 || !masked.startsWith(separator, at)) continue
    parts.push(text.slice(from, at))
    from = at + separator.length
  }
  return [...parts, text.slice(from)]
}

/** The same length, with texts blotted out. */
function mask(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, (literal) => '_'.repeat(literal.length))
}

/** The parameters of an insertion's `publisher_id`, one for each row. */
function insertedPublisher(text: string, table: string): string[] | undefined {
  const insertion = new RegExp(`insert into "?${table}"?\\s*\\(([^)]*)\\)\\s*(.*)`, 'is').exec(text)
  if (!insertion) return undefined
  const position = insertion[1]!.split(',').findIndex((column) => /^\s*"?publisher_id"?\s*$/.test(column))
  if (position === -1) return undefined
  const rest = insertion[2]!
  // Rows from a query are bound by that query; its tables are in the plan.
  const arrays = /^select \* from unnest\((.*?)\)(?: on conflict| returning|$)/is.exec(rest)?.[1]
  const rows = arrays === undefined ? valuesOf(rest) : [arrays.split(/,(?=\s*\$)/)]
  return rows.map((row) => /^\s*(\$\d+|\d+)/.exec(row[position] ?? '')?.[1] ?? '')
}

function valuesOf(rest: string): string[][] {
  const values = /^values\s*(.*?)(?:\s+on conflict|\s+returning|$)/is.exec(rest)?.[1]
  if (values === undefined) return []
  return split(values, ', ').map((row) => split(unwrap(row), ', '))
}

/** Spread tables that are named where tables stand. */
function tablesIn(text: string): string[] {
  const named = mask(text).matchAll(/\b(?:from|join|into|update|using)\s+"?([a-z_]+)"?/gi)
  const tables = new Set([...named].map(([, table]) => table!))
  return DISTRIBUTED.filter((table) => tables.has(table))
}
