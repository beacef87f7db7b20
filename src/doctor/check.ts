/** The result of a check. */
export interface Finding {
  /** The checked subject: `database`. */
  what: string
  result: 'ok' | 'warn' | 'fail'
  /** The finding in one line. */
  text: string
  /** The next step for who runs the service; empty if there is none. */
  advice: string
}

/** A check. An exception is reported as its failure. */
export interface Check {
  what: string
  run: () => Promise<Outcome[]> | Outcome[]
}

export type Outcome = Omit<Finding, 'what'>

export const ok = (text: string): Outcome => ({ result: 'ok', text, advice: '' })
export const warn = (text: string, advice: string): Outcome => ({ result: 'warn', text, advice })
export const fail = (text: string, advice: string): Outcome => ({ result: 'fail', text, advice })

/** Runs checks one after the other and reports each finding immediately. */
export async function runChecks(checks: Check[], report: (finding: Finding) => void): Promise<void> {
  for (const { what, run } of checks) {
    try {
      for (const outcome of await run()) report({ what, ...outcome })
    } catch (error) {
      report({ what, ...fail((error as Error).message, '') })
    }
  }
}
