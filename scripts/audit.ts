// Asks the package registry for acceptedSources vulnerabilities of the dependencies. See
// scripts/audit-accepted.json.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One package in the output of `npm audit --json`. */
interface VulnerablePackage {
  via: (string | { source: number; title: string; url: string; severity: string })[]
}

/** A vulnerability that does not affect us, and why. */
interface Accepted {
  source: number
  reason: string
}

const SERIOUS = ['high', 'critical']
const ACCEPTED_FILE = new URL('./audit-accepted.json', import.meta.url)
const LIMIT_MS = 60_000

/**
 * Not ok if there is a serious vulnerability that is not accepted. Offline or without a response it is ok.
 */
export async function auditDependencies(): Promise<{ ok: boolean; output: string }> {
  const text = await npmAudit()
  const accepted = JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8')) as Accepted[]
  return judgeAudit(text, accepted)
}

/** Exported for its test. `text`: the output of npm. */
export function judgeAudit(text: string, accepted: Accepted[]): { ok: boolean; output: string } {
  const report = parse(text)
  if (!report?.vulnerabilities) return { ok: true, output: 'skipped, the registry sent no audit' }
  const acceptedSources = new Set(accepted.map(({ source }) => source))
  const problems = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((cause) => typeof cause !== 'string')
      .filter(({ severity, source }) => SERIOUS.includes(severity) && !acceptedSources.has(source))
      .map(({ severity, source, title, url }) => `${name}: ${severity}, ${title} (${source}, ${url})`),
  )
  return { ok: problems.length === 0, output: problems.join('\n') }
}

function parse(text: string): { vulnerabilities?: Record<string, VulnerablePackage> } | undefined {
  try {
    return JSON.parse(text) as { vulnerabilities?: Record<string, VulnerablePackage> }
  } catch {
    return undefined
  }
}

/** Returns what npm prints. Its exit code is 1 if there are any vulnerabilities, so it is ignored. */
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
