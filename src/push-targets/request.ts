import { type Access, ProviderError } from './provider.ts'

const TIMEOUT_MS = 30_000

export interface TextResponse {
  status: number
  headers: Headers
  text: string
}

/** Sends a request with an access token, and once more with a new one if it is refused (401). */
export async function authorized(
  access: Access,
  url: string,
  init: { method: string; body?: string; headers?: Record<string, string> },
): Promise<TextResponse> {
  const send = async (token: string) =>
    fetchText(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
  const first = await send(await access.token())
  if (first.status !== 401) return first
  await access.pay(1)
  return send(await access.token(true))
}

/** Throws ProviderError `busy` if there is no answer. */
export async function fetchText(url: string, init: RequestInit): Promise<TextResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderError('busy', `${new URL(url).host} does not answer: ${reason}`)
  }
}

/** Returns undefined for a text that is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
