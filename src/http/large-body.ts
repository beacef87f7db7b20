import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** Octets that are read of a body that is too large. */
const MOST_READ = 32_000_000

export const TOO_LARGE = new AppError('too_large', 'Payload Too Large')

/**
 * The body of a signed request that is larger than its operation takes. Its octets pass by once, for the signature,
 * and are not kept.
 */
export class LargeBody {
  readonly #begun: Buffer[]
  readonly #request: IncomingMessage
  /** Octets that passed by. */
  length = 0

  /** `begun`: what was read already. */
  constructor(begun: Buffer[], request: IncomingMessage) {
    this.#begun = begun
    this.#request = request
  }

  /** Throws where even that would be too much to read. */
  async *octets(): AsyncGenerator<Buffer> {
    for (const piece of this.#begun) yield this.#pass(piece)
    try {
      for await (const piece of this.#request.iterator({ destroyOnReturn: false })) {
        if (this.length > MOST_READ) throw TOO_LARGE
        yield this.#pass(piece as Buffer)
      }
    } catch (error) {
      if (error === TOO_LARGE) throw error
      throw new AppError('invalid', 'The request was broken off')
    }
  }

  #pass(piece: Buffer): Buffer {
    this.length += piece.length
    return piece
  }
}
