import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { fetchImport, MAX_IMPORT_BYTES, TOO_LARGE } from '../../imports/fetch-import.ts'
import { previewImport } from '../../imports/import-events.ts'
import type { ImportFile, TableOptions } from '../../imports/import-file.ts'
import type { Source, SourceOptions } from '../../imports/import-source.ts'
import { listImportSources } from '../../imports/import-source-store.ts'
import type { ImportTarget } from '../../imports/import-target.ts'
import type { ImportPlan } from '../../imports/plan-import.ts'
import { readInThread } from '../../imports/read-in-thread.ts'
import type { PreviewInput } from './imports-schemas.ts'

/** Two hours: as long as most matches and concerts take. */
const DEFAULT_MINUTES = 120

export interface PlannedImport {
  source: Source
  options: SourceOptions
  file: ImportFile
  plan: ImportPlan
}

/** Reads or fetches the file of a request and compares it with the calendar. */
export async function planRequest(
  ctx: AppContext,
  target: ImportTarget,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<PlannedImport> {
  const given = optionsOf(input)
  const { source, bytes } = await fileOf(ctx, input, signal)
  const { id: owner, timezone } = target.publisher
  const earlier = await listImportSources(ctx.db, owner)
  const remembered = earlier.flatMap(({ calendarId, headings, options }) =>
    calendarId === target.calendar.id && headings ? [{ ...tableOptionsOf(options), headings }] : [],
  )
  const defaults = { minutes: DEFAULT_MINUTES }
  const read = { remembered, defaults, edits: input.edits ?? [], options: tableOptionsOf(given) }
  const task = { fileName: nameOf(source), bytes, timezone, now: ctx.now(), ...read }
  const file = await readInThread(task, { owner, signal })
  if (file.unreadable) throw invalid({ [fieldOf(input)]: file.faults[0]!.message })
  const options = { ...given, ...file.table?.settings }
  return { source, options, file, plan: await previewImport(ctx, target, file, options, signal) }
}

/** The part of the options that is about the cells of a table. */
function tableOptionsOf({ draft: _, removeMissing: _r, join: _j, ...table }: SourceOptions): TableOptions {
  return table
}

/** Returns the field of the request that has the file. */
function fieldOf({ url, text }: PreviewInput): 'url' | 'text' | 'content' {
  return url !== undefined ? 'url' : text !== undefined ? 'text' : 'content'
}

/** The options of an import, from those of a request. */
export function optionsOf({
  mapping = {},
  options = {},
}: Pick<PreviewInput, 'mapping' | 'options'>): SourceOptions {
  const { columns, dateOrder, sheet, headingLine, title } = mapping
  const { draft = false, removeMissing = false, join = false } = options
  const { defaultMinutes, defaultLocation, places, withoutTime } = options
  return {
    draft,
    removeMissing,
    ...(join && { join }),
    ...(columns && { columns }),
    ...(dateOrder && { dateOrder }),
    ...(sheet !== undefined && { sheet }),
    ...(headingLine !== undefined && { headingLine }),
    ...(title && { title }),
    ...(places && { places }),
    ...(withoutTime && { withoutTime }),
    ...(defaultMinutes !== undefined && { minutes: defaultMinutes }),
    ...(defaultLocation?.trim() && { location: defaultLocation.trim() }),
  }
}

async function fileOf(
  ctx: AppContext,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<{ source: Source; bytes: Buffer }> {
  const { url, content, text, fileName } = input
  const given = [url, content, text].filter((value) => value !== undefined)
  if (given.length !== 1) throw invalid({ content: 'Import needs one of content, text and url' })
  if (url !== undefined) {
    const bytes = await fetchImport(url, { allowPrivate: ctx.config.webhooks.allowPrivate, signal })
    return { source: { kind: 'address', name: url }, bytes }
  }
  if (fileName === undefined) throw invalid({ fileName: 'Import fileName is required' })
  const bytes = text === undefined ? Buffer.from(content!, 'base64') : Buffer.from(text)
  if (bytes.length > MAX_IMPORT_BYTES) throw new AppError('too_large', TOO_LARGE)
  const whole = text !== undefined || Math.ceil(bytes.length / 3) * 4 === content!.length
  if (!whole) throw invalid({ content: 'Import content must be the bytes of the file as base64' })
  return { source: { kind: 'file', name: fileName }, bytes }
}

/** The query of a URL is cut: its end is no file extension, as in `basic.ics?key=…`. */
function nameOf({ kind, name }: Source): string {
  return kind === 'file' ? name : new URL(name).pathname
}
