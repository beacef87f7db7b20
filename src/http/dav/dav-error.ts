/** A refusal with a condition that programs know (RFC 4918, 16), and words for people. */
export class DavError extends Error {
  readonly status: number
  /** The element of the condition, as XML with our prefixes; empty: there is none. */
  readonly condition: string

  constructor(status: number, message: string, condition = '') {
    super(message)
    this.status = status
    this.condition = condition
  }
}
