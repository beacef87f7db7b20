import { FastiError } from './errors.ts'
import type { CallOptions } from './settings.ts'

/** A request before it is signed. */
export interface Operation extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/apiv2`, percent-encoded. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  /** Sent unchanged if it is a byte array, otherwise as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** True for the four batch operations, which share their own rate limit. */
  batch?: boolean
  /** True if it may be sent again when the first attempt may have succeeded. */
  repeatable: boolean
  /** True for a refusal of a repeated request which means that the first one has succeeded. */
  isAlreadyDone?: (error: FastiError) => boolean
}

/** A read, which is repeatable. */
export function read(path: string, query: Operation['query'] & object, options: CallOptions = {}): Operation {
  return { method: 'GET', path, query, repeatable: true, ...options }
}

/** A creation or change. */
export function write(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  options: CallOptions = {},
): Operation {
  // A change of the reference is not repeatable: the old reference would no longer be found. Nor is one of the recurrence:
  // the event would be a date of a series already.
  const { reference, recurrence } = (body ?? {}) as { reference?: unknown; recurrence?: unknown }
  const once = Boolean(reference) || recurrence !== undefined
  return { method, path, body, repeatable: method === 'PUT' && !once, ...options }
}

/** A deletion. If a repeated request gets a 404, the first one has deleted the record. */
export function remove(path: string, options: CallOptions = {}): Operation {
  return {
    method: 'DELETE',
    path,
    repeatable: true,
    isAlreadyDone: (error) => error.status === 404,
    ...options,
  }
}

/** An id or reference as a path segment. `.` and `..` would change the path, even encoded. */
export function segment(key: string): string {
  if (/^\.{0,2}$/.test(key)) throw new FastiError(`"${key}" can't be an id or reference in an address`)
  return encodeURIComponent(key)
}
