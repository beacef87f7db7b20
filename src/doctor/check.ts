/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: `database`. */
  what: string
  result: 'ok' | 'warn' | 'fail'
  /** What was found, in one line. */
  text: string
  /** What to do about it; empty where nothing is to be done. */
  advice: string
}

/** Looks at something. What it throws is a failure of that alone. */
export interface Check {
  what: string
  run: () => Promise<Outcome[]> | Outcome[]
}

export type Outcome = Omit<Finding, 'what'>

export const ok = (text: string): Outcome => ({ result: 'ok', text, advice: '' })
export const warn = (text: string, advice: string): Outcome => ({ result: 'warn', text, advice })
export const fail = (text: string, advice: string): Outcome => ({ result: 'fail', text, advice })

/** Runs checks one after the other and tells each finding as soon as it is there. */
export async function runChecks(checks: Check[], tell: (finding: Finding) => void): Promise<void> {
  for (const { what, run } of checks) {
    try {
      for (const outcome of await run()) tell({ what, ...outcome })
    } catch (error) {
      tell({ what, ...fail((error as Error).message, '') })
    }
  }
}
