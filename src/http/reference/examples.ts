import { readFileSync } from 'node:fs'

/** A recorded request and its responses by status. */
export interface Example {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body?: unknown
  answers: Record<string, unknown>
}

/** The host of the recording. */
const RECORDED_AT = 'fasti.test'

/**
 * Reads the examples by operation; `*` has the refusals that all signed operations share. A test records them
 * from a running service. Their URLs are rewritten to `publicUrl`.
 */
export function readExamples(publicUrl: string): Record<string, Example> {
  const { host } = new URL(publicUrl)
  const text = readFileSync(new URL('examples.json', import.meta.url), 'utf8')
    .replaceAll(`https://${RECORDED_AT}`, publicUrl)
    .replaceAll(encodeURIComponent(`https://${RECORDED_AT}`), encodeURIComponent(publicUrl))
    .replaceAll(RECORDED_AT, host)
  return JSON.parse(text) as Record<string, Example>
}
