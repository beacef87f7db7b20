import { type Options, type Result, runConformance } from '@fasti/conformance'
import type { TestPublisher } from '../support/test-publisher.ts'

/** Runs conformance sections against a server, with the key of a publisher. */
export function runAgainst(
  { url, apiKey, secret }: Pick<TestPublisher, 'url' | 'apiKey' | 'secret'>,
  only: string[] = [],
  over: Partial<Options> = {},
): Promise<Result[]> {
  const options: Options = {
    url,
    apiKey,
    secret,
    paceMs: 0,
    partner: false,
    receiverPort: 0,
    callbackReady: false,
    ...over,
  }
  return runConformance(options, only, () => {})
}

/** The checks that failed, by section and name. */
export function failuresOf(results: Result[]): string[] {
  return results.filter(({ outcome }) => outcome === 'FAIL').map(({ section, name }) => `${section}: ${name}`)
}

export function detailsOf(results: Result[]): string[] {
  return results
    .filter(({ outcome }) => outcome === 'FAIL')
    .map(({ section, name, detail }) => `${section}: ${name}: ${detail}`)
}
