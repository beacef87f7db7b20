import { stat } from 'node:fs/promises'
import type { AddOutcome, BatchRecord, FastiClient } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import { kindOfFile } from '../imports/file-kind.ts'
import { encodingOf, readText, startOf } from '../imports/text-encoding.ts'
import type { PushFiles } from './push-lock.ts'
import { PushReport } from './push-report.ts'
import { type PushState, saveState } from './push-state.ts'
import { type Entry, type ReadingOptions, readJsonLines, readTable } from './read-records.ts'

/** What was wrong with a record of the file. */
export interface PushProblem {
  line: number
  message: string
}

/** How a push is watched and ended. */
export interface PushWatch {
  /** Told after each batch how many bytes of the file are settled. */
  onProgress: (bytes: number) => void
  onProblem: (problem: PushProblem) => void
  /** Titles of columns that say nothing to us. */
  onIgnored: (titles: string[]) => void
  /** Ends the push after the batch that is under way. */
  stopping: AbortSignal
  /** Ends it at once. */
  abort: AbortSignal
}

export interface PushOptions {
  /** Records of a batch. */
  records: number
  /** A reference that is there already is no problem. */
  skipExisting: boolean
}

/** What there is to push. */
export interface PushSource {
  bytes: number
  /** Its records from a line on. */
  entries(reading: EntryReading): AsyncGenerator<Entry>
}

interface EntryReading extends Pick<PushWatch, 'onIgnored'> {
  from: number
  onBytes: (bytes: number) => void
}

/** Finds out how a file is written; whether it is a table or lines of JSON its first character tells. */
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
 * Sends what is not settled of a file, batch by batch. After each one the report is on disk, and then the state
 * that says so: whatever happens, running it again goes on after the last batch that was answered, and repeats the
 * one that was not under the same key. True when it came to the end of the file.
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

/** Where in the file a push is. */
class Reading {
  bytes = 0
  /** Lines of the records that were handed out and are not settled. */
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

  /** The records that can be sent. The others are reported as they are met. */
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

  /** The line of the next record in turn, which is settled now. */
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
