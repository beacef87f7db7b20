import { FastiError } from './errors.ts'
import type { CallOptions } from './settings.ts'

/** One request before it is signed. */
export interface Operation extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/apiv2`, percent-encoded. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  /** Bytes go as they are, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** The four batch operations share a limit of their own. */
  batch?: boolean
  /** Sending it again does no harm where nobody knows whether it was done. */
  repeatable: boolean
  /** Of a request that was sent again: this refusal says that it was done the first time. */
  doneBefore?: (error: FastiError) => boolean
}

/** Reads, which may be done twice. */
export function read(path: string, query: Operation['query'] & object, options: CallOptions = {}): Operation {
  return { method: 'GET', path, query, repeatable: true, ...options }
}

/** Creates or changes. */
export function write(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  options: CallOptions = {},
): Operation {
  // What renames a record no longer finds it the second time.
  const renames = Boolean((body as { reference?: unknown } | undefined)?.reference)
  return { method, path, body, repeatable: method === 'PUT' && !renames, ...options }
}

/** Deletes; what a repeated request is told is gone was deleted by the first one. */
export function remove(path: string, options: CallOptions = {}): Operation {
  return { method: 'DELETE', path, repeatable: true, doneBefore: (error) => error.status === 404, ...options }
}

/** An id or a reference as a part of a path. Dots alone would lead up, whether or not they are encoded. */
export function segment(key: string): string {
  if (/^\.{0,2}$/.test(key)) throw new FastiError(`"${key}" can't be an id or reference in an address`)
  return encodeURIComponent(key)
}
