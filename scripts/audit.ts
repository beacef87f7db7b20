// Asks the package registry for known weaknesses of what the service runs with. See scripts/audit-accepted.json.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What `npm audit --json` says of one package. */
interface Vulnerable {
  via: (string | { source: number; title: string; url: string; severity: string })[]
}

/** A weakness that can't concern us, and why. */
interface Accepted {
  source: number
  reason: string
}

const SERIOUS = ['high', 'critical']
const ACCEPTED_FILE = new URL('./audit-accepted.json', import.meta.url)
const LIMIT_MS = 60_000

/** The outcome as a line; not ok where something serious is not accepted. Offline, or without an answer, it is ok. */
export async function auditDependencies(): Promise<{ ok: boolean; output: string }> {
  const text = await npmAudit()
  const accepted = JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8')) as Accepted[]
  return judgeAudit(text, accepted)
}

/** Exported for its test. `text`: what npm printed. */
export function judgeAudit(text: string, accepted: Accepted[]): { ok: boolean; output: string } {
  const report = parse(text)
  if (!report?.vulnerabilities) return { ok: true, output: 'skipped, the registry answers no audit' }
  const known = new Set(accepted.map(({ source }) => source))
  const faults = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((cause) => typeof cause !== 'string')
      .filter(({ severity, source }) => SERIOUS.includes(severity) && !known.has(source))
      .map(({ severity, source, title, url }) => `${name}: ${severity}, ${title} (${source}, ${url})`),
  )
  return { ok: faults.length === 0, output: faults.join('\n') }
}

function parse(text: string): { vulnerabilities?: Record<string, Vulnerable> } | undefined {
  try {
    return JSON.parse(text) as { vulnerabilities?: Record<string, Vulnerable> }
  } catch {
    return undefined
  }
}

/** It ends with 1 where there is anything to tell, so only what it prints counts. */
function npmAudit(): Promise<string> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  return new Promise((done) => {
    execFile(
      'npm',
      args,
      { timeout: LIMIT_MS, maxBuffer: 32_000_000, killSignal: 'SIGKILL' },
      (_error, stdout) => done(stdout),
    )
  })
}
