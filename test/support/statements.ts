import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A statement as PostgreSQL got it from this process. */
export interface Statement {
  text: string
  values: unknown[]
  /** The name given to `askedBy`; empty: nobody's request. */
  by: string
  /** Statements of one transaction have the same number; 0: it was alone. */
  transaction: number
}

const asking = new AsyncLocalStorage<string>()

/** Runs `work`; the statements that come of it carry this name. */
export function askedBy<T>(name: string, work: () => T): T {
  return asking.run(name, work)
}

/** Collects every statement that PostgreSQL gets from this process, until it is stopped. */
export function watchStatements(): { seen: Statement[]; stop: () => void } {
  const seen: Statement[] = []
  const open = new WeakMap<pg.Client, number>()
  let transactions = 0
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const first = args[0] as string | { text: string; values?: unknown[] }
    const text = typeof first === 'string' ? first : first.text
    const values = typeof first === 'string' ? args[1] : (first.values ?? args[1])
    if (/^(begin|start transaction)/i.test(text)) open.set(this, ++transactions)
    const transaction = open.get(this) ?? 0
    if (/^(commit|rollback)$/i.test(text.trim())) open.delete(this)
    const by = asking.getStore() ?? ''
    seen.push({ text, values: Array.isArray(values) ? (values as unknown[]) : [], by, transaction })
    return query.apply(this, args)
  }
  return { seen, stop: () => void (prototype.query = query) }
}
