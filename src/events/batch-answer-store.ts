import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { BatchResult, Idempotency } from './add-batch.ts'

/**
 * Finds the stored answer to an earlier request with this key. Refuses a key that was used with another body.
 */
export async function findStoredAnswer(
  db: Db,
  publisherId: number,
  { apiKey, key, bodyHash }: Idempotency,
): Promise<BatchResult | undefined> {
  const row = await db
    .selectFrom('batch_answer')
    .select(['body_hash', 'answer'])
    .where('publisher_id', '=', publisherId)
    .where('api_key', '=', apiKey)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.body_hash === bodyHash) return JSON.parse(row.answer) as BatchResult
  throw new AppError('conflict', 'The Idempotency-Key was used with another body')
}

export async function storeAnswer(
  tx: Db,
  publisherId: number,
  { apiKey, key, bodyHash }: Idempotency,
  answer: BatchResult,
  now: number,
): Promise<void> {
  await tx
    .insertInto('batch_answer')
    .values({
      publisher_id: publisherId,
      api_key: apiKey,
      idempotency_key: key,
      body_hash: bodyHash,
      answer: JSON.stringify(answer),
      created: now,
    })
    .execute()
}

/** Deletes answers that were stored before an instant (epoch ms): of one publisher, or of all. */
export async function deleteOldAnswers(db: Db, before: number, publisherId?: number): Promise<void> {
  await db
    .deleteFrom('batch_answer')
    .where('created', '<', before)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
}
