import { readFileSync } from 'node:fs'

/** One request as it was sent to a service, with what it answered by status. */
export interface Example {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body?: unknown
  answers: Record<string, unknown>
}

/** Where the examples were recorded. */
const RECORDED_AT = 'fasti.test'

/**
 * Examples by operation; `*` has the refusals that all signed ones share. A test records them from a service,
 * so they are what is really answered. Addresses in them are made those of `publicUrl`.
 */
export function readExamples(publicUrl: string): Record<string, Example> {
  const { host } = new URL(publicUrl)
  const text = readFileSync(new URL('examples.json', import.meta.url), 'utf8')
    .replaceAll(`https://${RECORDED_AT}`, publicUrl)
    .replaceAll(encodeURIComponent(`https://${RECORDED_AT}`), encodeURIComponent(publicUrl))
    .replaceAll(RECORDED_AT, host)
  return JSON.parse(text) as Record<string, Example>
}
