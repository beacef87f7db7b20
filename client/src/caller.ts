import type { Answer } from './answer.ts'
import type { Operation } from './operation.ts'
import type { ClientSettings } from './settings.ts'
import { Transport } from './transport.ts'

/** The page size for methods that read all pages. */
export const PAGE_SIZE = 100

/** The base class of all groups of calls. */
export class Caller {
  private readonly transport: Transport

  constructor(settings: ClientSettings) {
    this.transport = new Transport(settings)
  }

  protected send(operation: Operation): Promise<Answer> {
    return this.transport.send(operation)
  }

  /** Sends an operation and returns `data` of its response. */
  protected async data<T>(operation: Operation): Promise<T> {
    return ((await this.send(operation)).body as { data: T }).data
  }
}
