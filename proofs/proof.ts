export interface Options {
  /** How often what is proved is put to the test. */
  times: number
  /** Tells what is going on. */
  progress: (text: string) => void
}

/** The result of a proof. */
export interface Outcome {
  /** Counts, by name. */
  figures: Record<string, number | string>
  /** Lines to be shown as they are, where figures do not say it. */
  rows?: string[]
  /** Each way in which the promise was broken; empty: it was kept. */
  broken: string[]
}

/** A promise, and what puts it to the test. */
export interface Proof {
  promise: string
  /** How often, where nobody says otherwise. */
  times: number
  /** Throws CannotProve where something it needs is missing here. */
  run(options: Options): Promise<Outcome>
}

/** Why a proof can't be run here. */
export class CannotProve extends Error {}

/** Shares the times out to `lanes` that work side by side; their outcomes as one. */
export async function inLanes(
  options: Options,
  lanes: number,
  work: (options: Options) => Promise<Outcome>,
): Promise<Outcome> {
  const used = Math.min(lanes, options.times)
  const share = (lane: number) => Math.floor((options.times + lane) / used)
  return together(
    await Promise.all(Array.from({ length: used }, (_, lane) => work({ ...options, times: share(lane) }))),
  )
}

/** Several proofs as one, one after the other. A part that can't be shown here is named, and spoils no other. */
export async function inParts(
  options: Options,
  parts: Record<string, (options: Options) => Promise<Outcome>>,
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const [name, run] of Object.entries(parts)) {
    options.progress(name)
    outcomes.push(await runPart(name, () => run(options)))
  }
  return together(outcomes)
}

async function runPart(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const { figures, broken } = await run()
    return { figures, broken: broken.map((what) => `${name}: ${what}`) }
  } catch (error) {
    if (!(error instanceof CannotProve)) throw error
    return { figures: { [`(${name} skipped: ${error.message})`]: 0 }, broken: [] }
  }
}

/** Waits until `holds` does, asking again and again; throws with `what` after `ms`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 60_000,
): Promise<void> {
  for (const end = performance.now() + ms; !(await holds());) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** The outcomes of several runs as one: numbers are added up, those named `most …` give the greatest. */
export function together(outcomes: Outcome[]): Outcome {
  const figures: Record<string, number | string> = {}
  const join = (name: string, a: number, b: number) => (name.startsWith('most ') ? Math.max(a, b) : a + b)
  for (const [name, value] of outcomes.flatMap((outcome) => Object.entries(outcome.figures)))
    figures[name] = typeof value === 'number' ? join(name, value, Number(figures[name] ?? 0)) : value
  return { figures, broken: outcomes.flatMap(({ broken }) => broken) }
}
