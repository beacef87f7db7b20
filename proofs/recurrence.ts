import { Worker } from 'node:worker_threads'
import type { Options, Outcome, Proof } from './proof.ts'
import { type Dates, expandHere, expandInPython, MOST_OF_RRULE_ES, type Oracle } from './recurrence/expand.ts'
import { randomRules, type RuleCase } from './recurrence/random-rules.ts'

const SEED = 5545
/** A library that is silent for so long doesn't end on the rule; starting it takes a second on a busy machine. */
const PATIENCE_MS = 5000
const SHOWN = 10

interface Comparison {
  agreed: number
  differed: { one: RuleCase; theirs: string | undefined; ours: string | undefined }[]
  /** Rules that the library refuses, fails on, or does not end on. */
  unanswered: number
}

/** Rules of series, expanded by five programs. */
export const series: Proof = {
  promise:
    'the dates of a rule are those of RFC 5545: for each rule at least one of four other programs gives the same',
  times: 10_000,
  run: compareAll,
}

/** Compares random rules; broken is each rule to which two programs give the same dates, and not ours. */
async function compareAll({ times, progress }: Options): Promise<Outcome> {
  const cases = randomRules(SEED, times).flatMap(fromFirstDate)
  const ours = cases.map(expandHere)
  const answers: Partial<Record<Oracle, Dates[]>> = {}
  for (const oracle of ['rrule-es', 'ical.js'] as const) {
    progress(oracle)
    answers[oracle] = await askJavaScript(oracle, cases)
  }
  progress('dateutil and libical')
  Object.assign(answers, await askPython(cases, progress))

  const figures: Outcome['figures'] = { rules: cases.length, dates: ours.flat().length }
  const rows: string[] = []
  for (const [oracle, dates] of Object.entries(answers)) {
    const most = oracle === 'rrule-es' ? MOST_OF_RRULE_ES : Infinity
    const { agreed, differed, unanswered } = compare(cases, upTo(most, ours), dates)
    figures[`${oracle} agreed`] = agreed
    figures[`${oracle} differed`] = differed.length
    figures[`${oracle} gave no answer`] = unanswered
    for (const { one, theirs, ours } of differed.slice(0, SHOWN))
      rows.push(
        `${oracle}: ${one.rule} from ${one.start} (${one.zone}): ${theirs ?? 'none'}, here ${ours ?? 'none'}`,
      )
  }
  const { 'rrule-es': short, ...others } = answers
  const beginnings = Object.values(others).map((dates) => upTo(MOST_OF_RRULE_ES, dates))
  const broken = new Set([
    ...listOutvoted(cases, ours, Object.values(others)),
    ...listOutvoted(cases, upTo(MOST_OF_RRULE_ES, ours), [short ?? [], ...beginnings]),
  ])
  return { figures, rows, broken: [...broken] }
}

/**
 * The rule from its first date on: a series has to begin with a date of its rule, and programs differ where one doesn't.
 * A rule that gives none is left out, since some programs never end on it.
 */
function fromFirstDate(one: RuleCase): RuleCase[] {
  const [start] = expandHere(one)
  return start === undefined ? [] : [{ ...one, start }]
}

/** The beginning of each list. */
function upTo<List extends Dates>(most: number, lists: List[]): List[] {
  return lists.map((dates) => (dates ? dates.slice(0, most) : null) as List)
}

function compare(cases: RuleCase[], ours: string[][], theirs: Dates[]): Comparison {
  const comparison: Comparison = { agreed: 0, differed: [], unanswered: 0 }
  for (const [i, one] of cases.entries()) {
    const [a, b] = [ours[i]!, theirs[i] ?? null]
    if (b === null) comparison.unanswered++
    else if (a.join() === b.join()) comparison.agreed++
    else {
      const at = Math.max(
        0,
        [...a, undefined].findIndex((date, k) => date !== b[k]),
      )
      comparison.differed.push({ one, theirs: b[at], ours: a[at] })
    }
  }
  return comparison
}

/** Rules to which two other programs give the same dates, none of the programs ours. */
function listOutvoted(cases: RuleCase[], ours: string[][], answers: Dates[][]): string[] {
  return cases.flatMap((one, i) => {
    const given = answers.flatMap((dates) => (dates[i] ? [dates[i].join()] : []))
    const outvoted = !given.includes(ours[i]!.join()) && new Set(given).size < given.length
    return outvoted ? [`${one.rule} from ${one.start}`] : []
  })
}

/** Asks a library in a thread; a rule on which it does not end has no answer, and a new thread goes on behind it. */
async function askJavaScript(oracle: 'rrule-es' | 'ical.js', cases: RuleCase[]): Promise<Dates[]> {
  const answers: Dates[] = []
  while (answers.length < cases.length) {
    await new Promise<void>((resolve, reject) => {
      const rest = cases.slice(answers.length)
      const worker = new Worker(new URL('./recurrence/oracle-worker.ts', import.meta.url), {
        workerData: { oracle, cases: rest },
      })
      const end = () => void worker.terminate().then(() => resolve(), reject)
      const giveUp = () => {
        answers.push(null)
        end()
      }
      let timer = setTimeout(giveUp, PATIENCE_MS)
      worker.on('message', (dates: Dates) => {
        clearTimeout(timer)
        answers.push(dates)
        if (answers.length === cases.length) end()
        else timer = setTimeout(giveUp, PATIENCE_MS)
      })
      worker.once('error', (error: Error) => {
        clearTimeout(timer)
        reject(error)
      })
    })
  }
  return answers
}

/** Asks the libraries of Python that this machine has. Says which are missing. */
async function askPython(cases: RuleCase[], progress: (text: string) => void) {
  const answers: { dateutil: Dates[]; libical: Dates[] } = { dateutil: [], libical: [] }
  try {
    const lines = expandInPython(cases)
    const versions = (await lines.next()).value as { dateutil: unknown; libical: unknown } | undefined
    for await (const { dateutil, libical } of lines) {
      answers.dateutil.push(dateutil)
      answers.libical.push(libical)
    }
    const missing = (['dateutil', 'libical'] as const).filter((name) => !versions?.[name])
    for (const name of missing)
      progress(
        `${name} is left out: ${name === 'dateutil' ? 'python3-dateutil' : 'libical3'} is not installed`,
      )
    return Object.fromEntries(
      Object.entries(answers).filter(([name]) => !missing.includes(name as 'dateutil')),
    )
  } catch (error) {
    progress(`dateutil and libical are left out: ${(error as Error).message}`)
    return {}
  }
}
