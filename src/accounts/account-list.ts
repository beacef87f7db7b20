import type { Db } from '../db/database.ts'
import { notFound } from '../errors.ts'
import { pauser } from '../pause.ts'
import type { AccountDetails, SubAccount } from './account.ts'

/** Accounts read per query. */
const AT_ONCE = 1000

/** A sub-account in a list. */
export interface ListedAccount extends SubAccount {
  timezone: string
  /** Epoch milliseconds. */
  created: number
}

export const ACCOUNT_SORTS = ['created', 'company', 'reference', 'email', 'name'] as const
export type AccountSort = (typeof ACCOUNT_SORTS)[number]

export interface AccountQuery {
  /** Words to find in company, reference, e-mail or owner's name; empty for all accounts. */
  q: string
  sort: AccountSort
  descending: boolean
  /** The position of the last account of the previous page. */
  after?: AccountPlace
  limit: number
}

/** A position in the sorted list: the value sorted by, and the account id. */
export type AccountPlace = [value: string | number, id: number]

export interface AccountPage {
  accounts: ListedAccount[]
  next: AccountPlace | null
  count: number
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/**
 * Returns one page of a partner's sub-accounts. Each account is a publisher, and no query spans publishers:
 * accounts are read by id in batches, with pauses for other requests, and sorted here. A partner has
 * thousands at most.
 */
export async function listAccountPage(db: Db, partnerId: number, query: AccountQuery): Promise<AccountPage> {
  const { sort, descending, after, limit } = query
  const matches = matcher(query.q)
  const pause = pauser()
  const accounts: ListedAccount[] = []
  for await (const account of walkAccounts(db, partnerId)) {
    if (matches(account)) accounts.push(account)
    await pause()
  }
  const sign = descending ? -1 : 1
  const compare = (a: AccountPlace, b: AccountPlace) => sign * (compareValues(a[0], b[0]) || a[1] - b[1])
  const placed = accounts.map((account) => ({ account, place: placeOf(account, sort) }))
  placed.sort((a, b) => compare(a.place, b.place))
  const from = after ? placed.findIndex(({ place }) => compare(place, after) > 0) : 0
  const page = from < 0 ? [] : placed.slice(from, from + limit)
  const more = from >= 0 && placed.length > from + limit
  return {
    accounts: page.map(({ account }) => account),
    next: more ? page.at(-1)!.place : null,
    count: accounts.length,
  }
}

/** Returns a sub-account of a partner with the details given at its creation. */
export async function getAccount(
  db: Db,
  partnerId: number,
  id: number,
): Promise<ListedAccount & { details: AccountDetails }> {
  const row = await db
    .selectFrom('sub_account')
    .select(['reference', 'details', 'created'])
    .where('publisher_id', '=', partnerId)
    .where('account_id', '=', id)
    .executeTakeFirst()
  const [account] = row ? await readAccounts(db, new Map([[id, row]])) : []
  if (!row || !account) throw notFound('Account', String(id))
  return { ...account, details: JSON.parse(row.details) as AccountDetails }
}

async function* walkAccounts(db: Db, partnerId: number): AsyncGenerator<ListedAccount> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('sub_account')
      .select(['account_id', 'reference', 'created'])
      .where('publisher_id', '=', partnerId)
      .where('account_id', '>', last)
      .orderBy('account_id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    yield* await readAccounts(db, new Map(rows.map((row) => [row.account_id, row])))
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)!.account_id
  }
}

async function readAccounts(
  db: Db,
  entries: Map<number, { reference: string; created: number }>,
): Promise<ListedAccount[]> {
  const rows = await db
    .selectFrom('publisher')
    .select(['publisher_id', 'email', 'first_name', 'last_name', 'company', 'timezone'])
    .where('publisher_id', 'in', [...entries.keys()])
    .execute()
  return rows.map((row) => ({
    publisherId: row.publisher_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    timezone: row.timezone,
    reference: entries.get(row.publisher_id)!.reference,
    created: entries.get(row.publisher_id)!.created,
  }))
}

function matcher(q: string): (account: ListedAccount) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return ({ company, reference, email, firstName, lastName, publisherId }) => {
    const text = `${company}\n${reference}\n${email}\n${firstName} ${lastName}\n${publisherId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

function placeOf(account: ListedAccount, sort: AccountSort): AccountPlace {
  const { created, company, reference, email, firstName, lastName } = account
  const value = { created, company, reference, email, name: `${lastName} ${firstName}` }[sort]
  return [value, account.publisherId]
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
