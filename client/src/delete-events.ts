import type { Answer } from './answer.ts'
import { BATCH_LIMITS } from './batches.ts'
import type { DeletionAnswer } from './records.ts'

/** What became of one id. */
export interface DeleteOutcome {
  id: string
  /**
   * `missing`: no private event of yours has this id. `deleted` also where an attempt whose answer was lost may
   * have been the one that deleted it.
   */
  outcome: 'deleted' | 'missing' | 'refused'
}

/** See `FastiClient.deleteEvents`. */
export async function* deleteEvents(
  send: (ids: string[]) => Promise<Answer>,
  ids: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<DeleteOutcome> {
  let batch: string[] = []
  for await (const id of ids) {
    batch.push(id)
    if (batch.length < BATCH_LIMITS.records) continue
    yield* settle(send, batch)
    batch = []
  }
  yield* settle(send, batch)
}

async function* settle(
  send: (ids: string[]) => Promise<Answer>,
  batch: string[],
): AsyncGenerator<DeleteOutcome> {
  // One that is no id would stop the whole request.
  const sound = [...new Set(batch.filter(isId))]
  const fates = new Map<string, DeleteOutcome['outcome']>()
  if (sound.length > 0) {
    const { body, uncertain } = await send(sound)
    for (const { id, status } of (body as DeletionAnswer).items) {
      fates.set(id, status === 200 || (status === 404 && uncertain) ? 'deleted' : 'missing')
    }
  }
  for (const id of batch) yield { id, outcome: isId(id) ? (fates.get(id) ?? 'missing') : 'refused' }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}
