import { type FileHandle, open } from 'node:fs/promises'
import { csvLine } from '../csv.ts'
import { AppError } from '../errors.ts'

/** Characters that are buffered before they are written. */
const BUFFER = 64 * 1024

export interface ReportRow {
  line: number
  reference: string
  id: string
  outcome: 'added' | 'exists' | 'refused' | 'faulty'
  message: string
}

/** The report of a push: a table with a row for each record, which is only appended to. */
export class PushReport {
  private readonly file: string
  private readonly handle: FileHandle
  private bytes: number
  private buffered = ''

  private constructor(file: string, handle: FileHandle, bytes: number) {
    this.file = file
    this.handle = handle
    this.bytes = bytes
  }

  /** Continues after `bytes`; an interrupted push wrote everything after that. */
  static async open(file: string, bytes: number): Promise<PushReport> {
    try {
      const handle = await open(file, bytes === 0 ? 'w' : 'r+')
      const { size } = await handle.stat()
      if (size < bytes) throw new Error('it is shorter than it was')
      await handle.truncate(bytes)
      const report = new PushReport(file, handle, bytes)
      if (bytes === 0) report.buffered = csvLine(['line', 'reference', 'id', 'outcome', 'message'])
      return report
    } catch (error) {
      throw new AppError('invalid', `The report ${file} can't be written: ${(error as Error).message}`)
    }
  }

  async add({ line, reference, id, outcome, message }: ReportRow): Promise<void> {
    this.buffered += csvLine([String(line), reference, id, outcome, message])
    if (this.buffered.length > BUFFER) await this.flush()
  }

  /** Writes and syncs the report; returns its size in octets. */
  async settle(): Promise<number> {
    await this.flush()
    await this.attempt(() => this.handle.datasync())
    return this.bytes
  }

  async close(): Promise<void> {
    await this.handle.close()
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.from(this.buffered)
    this.buffered = ''
    await this.attempt(async () => {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, this.bytes)
        done += bytesWritten
        this.bytes += bytesWritten
      }
    })
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      throw new AppError(
        'unavailable',
        `The report ${this.file} can't be written: ${(error as Error).message}`,
      )
    }
  }
}
