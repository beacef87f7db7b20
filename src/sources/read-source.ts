import { createHash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { FileVersion } from '../images/fetch-file.ts'
import { fetchVersion } from '../imports/fetch-import.ts'
import { fileAddress, isGoogleSheet } from '../imports/file-address.ts'
import type { ImportFile, ImportRecord, TableOptions } from '../imports/import-file.ts'
import type { SourceOptions } from '../imports/import-source.ts'
import { readInThread } from '../imports/read-in-thread.ts'
import type { ReadSource } from './source.ts'

/** Two hours: as long as most matches and concerts take. */
const DEFAULT_MINUTES = 120
/** Octets in which the link of a sign-in page is searched. */
const PAGE_BYTES = 200_000

/** The content of a source. `digest` identifies its events: many servers write the time into each answer. */
export interface SourceContent {
  file: ImportFile
  version: FileVersion
  digest: string
}

/**
 * Fetches and reads a source. Returns `unchanged` if the server says that it is still what was read last; `always`
 * reads it anyhow. Throws AppError with a message for users.
 */
export async function readSource(
  ctx: Pick<AppContext, 'config' | 'now'>,
  source: ReadSource,
  timezone: string,
  { always, signal }: { always: boolean; signal: AbortSignal },
): Promise<SourceContent | 'unchanged'> {
  const { address, options, publisherId: owner } = source
  const { allowPrivate } = ctx.config.webhooks
  const known = always ? {} : { known: versionOf(source) }
  const fetched = await fetchVersion(address, { allowPrivate, signal, ...known })
  if (!fetched.bytes) return 'unchanged'
  const { bytes, version, host } = fetched
  const read = { options: tableOptionsOf(options), defaults: { minutes: DEFAULT_MINUTES } }
  const task = { fileName: fileNameOf(address), bytes, timezone, now: ctx.now(), ...read }
  const file = await readInThread(task, { owner, signal })
  if (file.unreadable)
    throw new AppError('invalid', pageFault(address, host, bytes) ?? file.faults[0]!.message)
  if (file.cutOff) throw new AppError('invalid', 'The file is cut off: its end is missing')
  const whole = file.table ? file : { ...file, records: file.records.map(withStatus) }
  return { file: whole, version, digest: digestOfFile(whole) }
}

/** The part of the options that is about the cells of a table. */
function tableOptionsOf({ draft: _, removeMissing: _r, join: _j, ...table }: SourceOptions): TableOptions {
  return table
}

function versionOf({ etag, lastModified }: ReadSource): FileVersion {
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) }
}

function fileNameOf(address: string): string {
  return new URL(fileAddress(address)).pathname
}

/** A web page in place of a sheet asks to sign in: the sheet is not shared. */
function pageFault(address: string, host: string, bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, PAGE_BYTES)
  if (!/^\s*(\ufeff|ï»¿)?</.test(start)) return undefined
  if (isGoogleSheet(address) || /(^|\.)google\.com$/.test(host) || start.includes('accounts.google.com'))
    return 'Google answers with a page to sign in. Share the sheet with “Anyone with the link”, or publish it to the web'
  return 'The address answers with a web page, not with a calendar or table. Perhaps it asks to sign in'
}

/** An event that the calendar has as cancelled stays, and says so. */
function withStatus({ marked, ...record }: ImportRecord): ImportRecord {
  if (record.cancelled && !marked) return record
  return { ...record, cancelled: false, input: { ...record.input, cancelled: marked ? 1 : 0 } }
}

function digestOfFile({ records, series, faults }: ImportFile): string {
  const hash = createHash('sha256')
  for (const { line: _, cells: _c, ...record } of records) hash.update(JSON.stringify(record))
  for (const { line: _, cells: _c, ...one } of series) hash.update(JSON.stringify(one))
  hash.update(String(faults.length))
  return hash.digest('base64url').slice(0, 24)
}
