import type { Answer } from './answer.ts'
import { BATCH_LIMITS } from './batches.ts'
import type { DeletionAnswer } from './records.ts'

/** The outcome of one id. */
export interface DeleteOutcome {
  id: string
  /**
   * `missing`: no private event of yours has this id. `deleted`: also if an earlier attempt without a
   * response may have deleted it.
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
  // The server refuses the whole request for one malformed id.
  const wellFormed = [...new Set(batch.filter(isId))]
  const outcomes = new Map<string, DeleteOutcome['outcome']>()
  if (wellFormed.length > 0) {
    const { body, uncertain } = await send(wellFormed)
    for (const { id, status } of (body as DeletionAnswer).items) {
      outcomes.set(id, status === 200 || (status === 404 && uncertain) ? 'deleted' : 'missing')
    }
  }
  for (const id of batch) yield { id, outcome: isId(id) ? (outcomes.get(id) ?? 'missing') : 'refused' }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}
