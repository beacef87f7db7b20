import { utf8 } from './bytes.ts'

/** Limits of a batch. */
export interface BatchLimits {
  records: number
  bytes: number
}

/** The limits of every server. `bytes`: of the whole request body. */
export const BATCH_LIMITS: BatchLimits = { records: 1000, bytes: 1_000_000 }

const HEAD = '{"type":"private","events":['
const TAIL = ']}'

/** A record with its JSON and the size of that in bytes. */
export interface Serialized<T> {
  record: T
  json: string
  bytes: number
}

export function serialize<T>(record: T): Serialized<T> {
  const json = JSON.stringify(record)
  return { record, json, bytes: byteLength(json) }
}

/** The body of a batch. */
export function bodyOf(records: readonly { json: string }[]): Uint8Array<ArrayBuffer> {
  return utf8(HEAD + records.map(({ json }) => json).join(',') + TAIL)
}

/** Counts the records and bytes of a batch against its limits. */
export class BatchSize {
  count = 0
  /** Starts one byte low, because the first record has no comma before it. */
  private bytes = HEAD.length + TAIL.length - 1
  private readonly limits: BatchLimits

  constructor(limits: BatchLimits) {
    this.limits = limits
  }

  /** True if another record fits, with the comma before it. */
  fits(record: { bytes: number }): boolean {
    return this.count < this.limits.records && this.bytes + record.bytes + 1 <= this.limits.bytes
  }

  add(record: { bytes: number }): void {
    this.count++
    this.bytes += record.bytes + 1
  }
}

/** The length in UTF-8 bytes, without encoding ASCII texts, which nearly all are. */
function byteLength(text: string): number {
  return /^[\x00-\x7f]*$/.test(text) ? text.length : utf8(text).length
}
