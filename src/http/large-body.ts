import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** Bytes of a too large body that are read at most. */
const MOST_READ = 32_000_000

export const TOO_LARGE = new AppError('too_large', 'Payload Too Large')

/**
 * The body of a signed request that exceeds the limit of its operation. Its bytes are read once, to verify
 * the signature, and not kept.
 */
export class LargeBody {
  readonly #firstChunks: Buffer[]
  readonly #request: IncomingMessage
  /** Bytes read so far. */
  length = 0

  /** `firstChunks`: the bytes that were read already. */
  constructor(firstChunks: Buffer[], request: IncomingMessage) {
    this.#firstChunks = firstChunks
    this.#request = request
  }

  /** Yields the body. Throws when more than `MOST_READ` bytes come. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (const chunk of this.#firstChunks) yield this.#count(chunk)
    try {
      for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
        if (this.length > MOST_READ) throw TOO_LARGE
        yield this.#count(chunk as Buffer)
      }
    } catch (error) {
      if (error === TOO_LARGE) throw error
      throw new AppError('invalid', 'The request was broken off')
    }
  }

  #count(chunk: Buffer): Buffer {
    this.length += chunk.length
    return chunk
  }
}
