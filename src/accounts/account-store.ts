import type { Db } from '../db/database.ts'
import type { AccountDetails, SubAccount } from './account.ts'

/** Publishers read per query. */
const AT_ONCE = 1000

/** Lists the sub-accounts of a partner in order of creation. */
export async function listAccounts(db: Db, partnerId: number): Promise<SubAccount[]> {
  const rows = await db
    .selectFrom('sub_account')
    .select(['account_id', 'reference'])
    .where('publisher_id', '=', partnerId)
    .orderBy('account_id')
    .execute()
  const references = new Map(rows.map((row) => [row.account_id, row.reference]))
  const ids = [...references.keys()]
  const accounts: SubAccount[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const publishers = await db
      .selectFrom('publisher')
      .select(['publisher_id', 'email', 'first_name', 'last_name', 'company'])
      .where('publisher_id', 'in', ids.slice(at, at + AT_ONCE))
      .orderBy('publisher_id')
      .execute()
    for (const { publisher_id, email, first_name, last_name, company } of publishers) {
      accounts.push({
        publisherId: publisher_id,
        email,
        firstName: first_name,
        lastName: last_name,
        company,
        reference: references.get(publisher_id)!,
      })
    }
  }
  return accounts
}

export async function hasReference(db: Db, partnerId: number, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('sub_account')
    .select('account_id')
    .where('publisher_id', '=', partnerId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Makes a publisher the sub-account of a partner. Returns false if the partner already uses the reference.
 */
export async function insertAccount(
  tx: Db,
  partnerId: number,
  account: { id: number; reference: string; details: AccountDetails },
  now: number,
): Promise<boolean> {
  const result = await tx
    .insertInto('sub_account')
    .values({
      publisher_id: partnerId,
      account_id: account.id,
      reference: account.reference,
      details: JSON.stringify(account.details),
      created: now,
    })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'reference']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
