import { type Config, readConfig } from '../config.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

/** Settings of publishers' shells and of scripts, which the service does not read. */
const OTHERS = ['FASTI_API_KEY', 'FASTI_SECRET', 'FASTI_CWD']
/** Maximum edit distance between a misspelt and a known name. */
const MAX_TYPOS = 3

/** The names of all settings. */
export function knownSettings(): string[] {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return [...names]
}

/** Reads the settings like the service, and finds unknown names that look like settings. */
export function checkSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; outcomes: Outcome[] } {
  const unknown = unknownSettings(env)
  try {
    const config = readConfig(env)
    const given = knownSettings().filter((name) => env[name])
    const text = given.length > 0 ? `given: ${given.join(', ')}` : 'all as by default'
    return { config, outcomes: [ok(text), ...unknown, ...risks(config)] }
  } catch (error) {
    const advice = 'Correct it: the service does not start like this'
    return { config: undefined, outcomes: [fail((error as Error).message, advice), ...unknown] }
  }
}

function unknownSettings(env: NodeJS.ProcessEnv): Outcome[] {
  const known = knownSettings()
  return Object.keys(env)
    .filter((name) => name.startsWith('FASTI_') && !known.includes(name) && !OTHERS.includes(name))
    .map((name) => {
      const [meant] = known
        .map((candidate) => ({ candidate, slips: distance(name, candidate) }))
        .filter(({ slips }) => slips <= MAX_TYPOS)
        .sort((a, b) => a.slips - b.slips)
      return fail(`${name} is no setting`, meant ? `Did you mean ${meant.candidate}?` : 'Remove it')
    })
}

function risks({ http, mail, webhooks }: Config): Outcome[] {
  const url = new URL(http.publicUrl)
  const local = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  const outcomes: Outcome[] = []
  if (local) {
    const advice = 'Set FASTI_URL to the address the world reaches, before anybody subscribes'
    outcomes.push(warn(`FASTI_URL is ${http.publicUrl}: links lead to this machine only`, advice))
  } else if (url.protocol === 'http:') {
    outcomes.push(warn('FASTI_URL is not https: feeds and sign-ins can be read on their way', 'Use TLS'))
  }
  if (url.protocol === 'https:' && http.trustedProxies === 0) {
    const advice = 'Set FASTI_TRUST_PROXY to the number of proxies in front'
    outcomes.push(warn('FASTI_URL is https and no proxy is trusted: all visitors share one address', advice))
  }
  if (!mail.smtpUrl)
    outcomes.push(warn('No SMTP_URL: mails are written to files and their links to the log', 'Set SMTP_URL'))
  if (webhooks.allowPrivate)
    outcomes.push(
      warn(
        'FASTI_ALLOW_PRIVATE_CALLBACKS=1: callbacks reach private networks',
        'Only where all publishers are trusted',
      ),
    )
  return outcomes
}

/** The edit distance of two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
