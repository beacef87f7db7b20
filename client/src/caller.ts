import type { Answer } from './answer.ts'
import type { Operation } from './operation.ts'
import type { ClientSettings } from './settings.ts'
import { Transport } from './transport.ts'

/** Items of a page, where all are walked. */
export const PAGE = 100

/** What all calls of the API have in common. */
export class Caller {
  private readonly transport: Transport

  constructor(settings: ClientSettings) {
    this.transport = new Transport(settings)
  }

  protected send(operation: Operation): Promise<Answer> {
    return this.transport.send(operation)
  }

  /** The `data` of an answer. */
  protected async data<T>(operation: Operation): Promise<T> {
    return ((await this.send(operation)).body as { data: T }).data
  }
}
