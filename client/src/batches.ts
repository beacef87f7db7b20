import { utf8 } from './bytes.ts'

/** What a batch may hold. */
export interface BatchLimits {
  records: number
  bytes: number
}

/** Of every server; the bytes are those of the whole request. */
export const BATCH_LIMITS: BatchLimits = { records: 1000, bytes: 1_000_000 }

const HEAD = '{"type":"private","events":['
const TAIL = ']}'

/** A record with its JSON. */
export interface Written<T> {
  record: T
  json: string
  bytes: number
}

export function written<T>(record: T): Written<T> {
  const json = JSON.stringify(record)
  return { record, json, bytes: byteLength(json) }
}

/** The body of a batch. */
export function bodyOf(records: readonly { json: string }[]): Uint8Array<ArrayBuffer> {
  return utf8(HEAD + records.map(({ json }) => json).join(',') + TAIL)
}

/** Counts records until another one would be too many or too large. */
export class Gathering {
  count = 0
  /** The first record has no comma before it. */
  private bytes = HEAD.length + TAIL.length - 1
  private readonly limits: BatchLimits

  constructor(limits: BatchLimits) {
    this.limits = limits
  }

  /** Whether one more fits; the comma before it counts. */
  fits(record: { bytes: number }): boolean {
    return this.count < this.limits.records && this.bytes + record.bytes + 1 <= this.limits.bytes
  }

  add(record: { bytes: number }): void {
    this.count++
    this.bytes += record.bytes + 1
  }
}

/** UTF-8 bytes of a text, without making them: nearly every text is ASCII. */
function byteLength(text: string): number {
  return /^[\x00-\x7f]*$/.test(text) ? text.length : utf8(text).length
}
