import { stat } from 'node:fs/promises'
import type { AddOutcome, BatchRecord, FastiClient } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import { kindOfFile } from '../imports/file-kind.ts'
import { encodingOf, readText, startOf } from '../imports/text-encoding.ts'
import type { PushFiles } from './push-lock.ts'
import { PushReport } from './push-report.ts'
import { type PushState, saveState } from './push-state.ts'
import { type Entry, type ReadingOptions, readJsonLines, readTable } from './read-records.ts'

/** A fault of a record in the file. */
export interface PushProblem {
  line: number
  message: string
}

/** Callbacks for a running push. */
export interface PushWatch {
  /** Called after each batch with the octets of the file that are settled. */
  onProgress: (bytes: number) => void
  onProblem: (problem: PushProblem) => void
  /** Called with the titles of unknown columns. */
  onIgnored: (titles: string[]) => void
  /** Ends the push after the current batch. */
  stopping: AbortSignal
  /** Ends the push immediately. */
  abort: AbortSignal
}

export interface PushOptions {
  /** Maximum records of a batch. */
  records: number
  /** Don't report records whose reference already exists. */
  skipExisting: boolean
}

/** A file to push. */
export interface PushSource {
  bytes: number
  /** Yields its records from a line on. */
  entries(reading: EntryReading): AsyncGenerator<Entry>
}

interface EntryReading extends Pick<PushWatch, 'onIgnored'> {
  from: number
  onBytes: (bytes: number) => void
}

/** Detects the encoding of a file, and by its first character if it is a table or JSON lines. */
export async function openSource(file: string, options: ReadingOptions): Promise<PushSource> {
  try {
    const { size: bytes } = await stat(file)
    const encoding = await encodingOf(file)
    const start = await startOf(file, encoding)
    if (start.startsWith('['))
      throw new AppError('invalid', `${file} is a JSON list: one object to a line is taken`)
    const otherKind = await kindOfFile(file)
    if (otherKind) throw new AppError('invalid', `${file}: ${otherKind}`)
    return {
      bytes,
      entries({ from, onIgnored, onBytes }) {
        const text = readText(file, encoding, onBytes)
        return start.startsWith('{')
          ? readJsonLines(text, from, options)
          : readTable(text, from, options, onIgnored)
      },
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', `${file} can't be read: ${(error as Error).message}`)
  }
}

/**
 * Sends the remaining records of a file in batches. A batch is settled when its response has arrived; then
 * first the report and after that the state are written to disk. So another run always continues after the
 * last settled batch, and repeats an unsettled one with the same idempotency key. Returns true at the end of
 * the file.
 */
export async function pushFile(
  client: FastiClient,
  source: PushSource,
  state: PushState,
  files: PushFiles,
  { records, skipExisting }: PushOptions,
  watch: PushWatch,
): Promise<boolean> {
  const report = await PushReport.open(files.report, state.reportBytes)
  await saveState(files.state, state)
  const reading = new Reading(source, state, report, watch)
  const settle = async (outcomes: AddOutcome[]) => {
    for (const outcome of outcomes) {
      const line = reading.settled()
      const row = rowOf(line, outcome)
      state.counts[outcome.outcome]++
      await report.add(row)
      if (row.message && !(skipExisting && outcome.outcome === 'exists')) watch.onProblem(row)
    }
    state.reportBytes = await report.settle()
    state.line = reading.next()
    state.counts.faulty += reading.takeFaulty()
    await saveState(files.state, state)
    watch.onProgress(reading.bytes)
  }
  try {
    const batches = client.addEventBatches(reading.records(), {
      run: state.run,
      limits: { records },
      signal: watch.abort,
    })
    for await (const outcomes of batches) {
      await settle(outcomes)
      if (watch.stopping.aborted) return false
    }
    state.finished = true
    await settle([])
    return true
  } finally {
    await report.close()
  }
}

/** The position of a push in its file. */
class Reading {
  bytes = 0
  /** Lines of records that were sent and are not settled. */
  private readonly lines: number[] = []
  private last: number
  private faulty = 0
  private readonly source: PushSource
  private readonly from: number
  private readonly report: PushReport
  private readonly watch: PushWatch

  constructor(source: PushSource, { line }: PushState, report: PushReport, watch: PushWatch) {
    this.source = source
    this.from = line
    this.last = line - 1
    this.report = report
    this.watch = watch
  }

  /** Yields the valid records. The others are reported. */
  async *records(): AsyncGenerator<BatchRecord> {
    const { onIgnored, onProblem } = this.watch
    const onBytes = (bytes: number) => (this.bytes = bytes)
    for await (const entry of this.source.entries({ from: this.from, onIgnored, onBytes })) {
      const { line } = entry
      this.last = line
      if ('record' in entry) {
        this.lines.push(line)
        yield entry.record
      } else {
        this.faulty++
        const { reference, fault: message } = entry
        onProblem({ line, message })
        await this.report.add({ line, reference, id: '', outcome: 'faulty', message })
      }
    }
  }

  /** Settles the next record and returns its line. */
  settled(): number {
    return this.lines.shift()!
  }

  /** The first line that is not settled. */
  next(): number {
    return this.lines[0] ?? this.last + 1
  }

  takeFaulty(): number {
    const { faulty } = this
    this.faulty = 0
    return faulty
  }
}

function rowOf(line: number, outcome: AddOutcome) {
  const { reference } = outcome.record
  const kind = outcome.outcome
  if (kind === 'added') return { line, reference, id: outcome.id, outcome: kind, message: '' }
  const lost =
    kind === 'exists' && outcome.uncertain ? ', perhaps by this batch, whose first answer was lost' : ''
  return { line, reference, id: '', outcome: kind, message: outcome.error + lost }
}
