import { Command, Option } from 'commander'
import { BATCH_LIMITS, FastiError } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import type { SlashOrder } from '../imports/table-dates.ts'
import { openSource, pushFile, type PushSource, type PushWatch } from '../push/push-file.ts'
import { lockFiles } from '../push/push-lock.ts'
import { fingerprint, type PushCounts, type PushState, resumeState, sumOf } from '../push/push-state.ts'
import { type ApiOptions, apiOptions, clientOf } from './api-options.ts'
import { columnMap, printIgnored } from './column-map.ts'
import { fromHere } from './from-here.ts'
import { INTERRUPTED, Interruption } from './interruption.ts'
import { Problems } from './problems.ts'
import { describePace, startProgress } from './progress.ts'
import { tryPush } from './try-push.ts'
import { wholeNumber } from './whole-number.ts'

interface PushCommandOptions extends ApiOptions {
  report?: string
  map: Record<string, string>
  dateOrder?: SlashOrder
  draft: boolean
  dryRun: boolean
  again: boolean
  skipExisting: boolean
  batch: number
  giveUp: number
}

export function pushCommand(): Command {
  const dateOrder = new Option('--date-order <order>', '3/4/2026 is in April: day; in March: month')
  const command = new Command('push')
    .description('send private events in any number; run again, it goes on where it was stopped')
    .argument('<file>', 'table whose first line names the fields, or lines of JSON')
  return apiOptions(command)
    .option('--report <file>', 'what became of each record; default: the name of the file and .report.csv')
    .option('--map <column=field>', 'the field a column has; may be given for several', columnMap, {})
    .addOption(dateOrder.choices(['day', 'month']))
    .option('--draft', 'events that do not say so are drafts', false)
    .option('--dry-run', 'read and check the whole file, and send nothing', false)
    .option('--again', 'begin anew and write the report anew', false)
    .option('--skip-existing', 'a reference that is there already is no fault', false)
    .option('--batch <records>', 'records of a request, at most 1000', wholeNumber, BATCH_LIMITS.records)
    .option('--give-up <seconds>', 'how long to try a server that does not answer', wholeNumber, 600)
    .action(push)
}

async function push(name: string, options: PushCommandOptions): Promise<void> {
  if (options.batch < 1 || options.batch > BATCH_LIMITS.records)
    throw new AppError('invalid', `--batch ${options.batch} is not from 1 to ${BATCH_LIMITS.records}`)
  const file = fromHere(name)
  const source = await openSource(file, options)
  if (options.dryRun) return tryPush(name, source, options.batch)
  using interruption = new Interruption()
  const { onWait } = interruption
  const client = clientOf(options, { giveUpAfterMs: options.giveUp * 1000, onWait })
  using files = lockFiles(options.report ? fromHere(options.report) : `${file}.report.csv`)
  const state = await resumeState(files, await describe(file, options), options.again)
  if (state.finished) {
    console.error(`fasti: all of ${name} was pushed before, see ${files.report}; --again pushes it once more`)
    return finish(name, state.counts, options)
  }
  if (state.line > 1) console.error(`fasti: going on at line ${state.line}`)
  const problems = new Problems(name)
  const watch = {
    ...watchOf(source, state, problems),
    stopping: interruption.stopping,
    abort: interruption.abort,
  }
  try {
    const { batch: records, skipExisting } = options
    const whole = await pushFile(client, source, state, files, { records, skipExisting }, watch)
    problems.print()
    if (whole) finish(name, state.counts, options)
    else interrupted(state)
  } catch (error) {
    problems.print()
    if (interruption.abort.aborted) return interrupted(state)
    if (!(error instanceof FastiError || error instanceof AppError)) throw error
    throw new AppError('unavailable', `${error.message}\nfasti: ${stopped(state)}`)
  }
}

/** Identifies the file, the server and the reading options. */
async function describe(file: string, options: PushCommandOptions): Promise<string> {
  const { url, apiKey = process.env.FASTI_API_KEY, draft, map, dateOrder } = options
  return JSON.stringify([await fingerprint(file), url, apiKey, draft, map, dateOrder ?? ''])
}

function watchOf(source: PushSource, state: PushState, problems: Problems) {
  const show = startProgress('Pushing', source.bytes)
  const started = performance.now()
  const before = sumOf(state.counts)
  let from: number | undefined
  const watch: Omit<PushWatch, 'stopping' | 'abort'> = {
    onProgress(bytes) {
      const seconds = (performance.now() - started) / 1000
      const records = sumOf(state.counts) - before
      // Records of an earlier run don't count for the rate.
      const part = (bytes - (from ??= before === 0 ? 0 : bytes)) / Math.max(1, source.bytes - from)
      const done = state.finished ? source.bytes : Math.min(bytes, source.bytes - 1)
      show(done, describePace('records', records, state.finished ? 1 : part, seconds))
    },
    onProblem: (problem) => problems.add(problem),
    onIgnored: printIgnored,
  }
  return watch
}

function finish(name: string, counts: PushCounts, { skipExisting }: PushCommandOptions): void {
  const { added, exists, refused, faulty } = counts
  console.log(`${name}: ${added} added, ${exists} there already, ${refused} refused, ${faulty} faulty`)
  if (refused + faulty + (skipExisting ? 0 : exists) > 0) process.exitCode = 1
}

function interrupted(state: PushState): void {
  console.error(`fasti: ${stopped(state)}`)
  process.exitCode = INTERRUPTED
}

function stopped({ line }: PushState): string {
  return `stopped before line ${line}; run the same command again to go on there`
}
