import type { Operation } from './document.ts'
import { type Key, sign } from './sign.ts'

/** The values typed into the form. */
export interface Filled {
  /** By parameter name; empty values are left out. */
  values: Record<string, string>
  body: string
}

export interface Exchange {
  url: string
  /** The signed text; undefined for an unsigned operation. */
  text?: string
  status: number
  statusText: string
  headers: [name: string, value: string][]
  body: string
  ms: number
}

const SHOWN_HEADERS = /^(x-request-id|ratelimit-.*|retry-after|content-type|cache-control)$/

/**
 * Sends a request to this service and returns the exchange. Throws an Error with a message for the reader.
 */
export async function send(operation: Operation, { values, body }: Filled, key: Key): Promise<Exchange> {
  const { method, parameters = [] } = operation
  const url = addressOf(operation, values)
  const hasBody = operation.requestBody !== undefined
  const isSigned = operation.security.length > 0
  if (isSigned && !(key.apiKey && key.secret)) {
    throw new Error('Fill in your API key and its secret at the top first: this operation is signed.')
  }
  const request = { method, url, body: hasBody ? body : undefined }
  const signed = isSigned ? await sign(request, key) : { url: url.href }
  const headers = parameters.filter(({ in: place, name }) => place === 'header' && values[name])
  const started = performance.now()
  const response = await fetch(signed.url, {
    method,
    credentials: 'omit',
    headers: Object.fromEntries(headers.map(({ name }) => [name, values[name]!])),
    ...(hasBody && { body }),
  }).catch((error: unknown) => {
    throw new Error(`The service could not be reached: ${(error as Error).message}`)
  })
  const text = await response.text()
  return {
    ...signed,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name)),
    body: pretty(text),
    ms: Math.round(performance.now() - started),
  }
}

function addressOf({ path, parameters = [] }: Operation, values: Record<string, string>): URL {
  const missing = parameters.find(({ in: place, name }) => place === 'path' && !values[name])
  if (missing) throw new Error(`Fill in ${missing.name}: it is part of the path.`)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
  const url = new URL(filled, location.origin)
  for (const { in: place, name } of parameters) {
    if (place === 'query' && values[name]) url.searchParams.set(name, values[name])
  }
  return url
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
