import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { findLanguage, noteLanguage } from './subscriber-store.ts'

/** Remembers the language in which a subscriber uses the pages. Takes a revision only if it is another one. */
export async function rememberLanguage(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  language: string,
): Promise<void> {
  if ((await findLanguage(ctx.db, publisherId, id)) === language) return
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await noteLanguage(tx, publisherId, id, language, revision)
  })
}
