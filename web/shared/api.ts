import type { Challenge } from 'altcha-lib'

/** Why a request failed, in kinds that pages have messages for. */
export type Problem =
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'gone' }
  /** `seconds`: when to try again. `challenge`: work that admits the request at once. */
  | { kind: 'too-many'; seconds: number; challenge?: Challenge }
  | { kind: 'no-connection' }
  | { kind: 'failed' }

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const TIMEOUT_MS = 20_000
/** When to try again if the service did not say. */
const RETRY_SECONDS = 60

/** Reads from a path of the service. Never throws. */
export async function getJson<T>(path: string): Promise<Answer<T>> {
  return ask(path, {})
}

/** Posts JSON to a path of the service. Never throws. */
export async function postJson<T>(
  path: string,
  body: unknown = {},
  more: Record<string, string> = {},
): Promise<Answer<T>> {
  const headers = { 'content-type': 'application/json', ...more }
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = (await response.json()) as T & Refusal
    if (response.ok) return { ok: true, value: body }
    return { ok: false, problem: problemOf(response, body) }
  } catch (error) {
    // fetch throws a TypeError if it got no response; other errors are timeouts or bodies that are not JSON.
    const kind = error instanceof TypeError || !navigator.onLine ? 'no-connection' : 'failed'
    return { ok: false, problem: { kind } }
  }
}

interface Refusal {
  errors?: Record<string, string>
  challenge?: Challenge
}

function problemOf({ status, headers }: Response, { errors: fields, challenge }: Refusal): Problem {
  const seconds = Number(headers.get('retry-after')) || RETRY_SECONDS
  if (status === 429) return { kind: 'too-many', seconds, ...(challenge && { challenge }) }
  if (status === 403 || status === 404) return { kind: 'gone' }
  if (status === 400 && fields) return { kind: 'fields', fields }
  return { kind: 'failed' }
}
