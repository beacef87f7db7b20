/** What went wrong with a request, in a way a page can say. */
export type Problem =
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'gone' }
  | { kind: 'too-many' }
  | { kind: 'no-connection' }
  | { kind: 'failed' }

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const TIMEOUT_MS = 20_000

/** Asks the service, by a path from its root. Never throws. */
export async function getJson<T>(path: string): Promise<Answer<T>> {
  return ask(path, {})
}

/** Sends JSON to the service, by a path from its root. Never throws. */
export async function postJson<T>(path: string, body: unknown = {}): Promise<Answer<T>> {
  const headers = { 'content-type': 'application/json' }
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = (await response.json()) as T & { errors?: Record<string, string> }
    if (response.ok) return { ok: true, value: body }
    return { ok: false, problem: problemOf(response.status, body.errors) }
  } catch (error) {
    // Fetch throws a TypeError when nothing was reached; anything else is an answer that is none.
    const kind = error instanceof TypeError || !navigator.onLine ? 'no-connection' : 'failed'
    return { ok: false, problem: { kind } }
  }
}

function problemOf(status: number, fields?: Record<string, string>): Problem {
  if (status === 429) return { kind: 'too-many' }
  if (status === 403 || status === 404) return { kind: 'gone' }
  if (status === 400 && fields) return { kind: 'fields', fields }
  return { kind: 'failed' }
}
