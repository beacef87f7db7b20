import type {
  ImportResultAnswer,
  Preview,
  PreviewInput,
  ProgressLine,
  RememberedImport,
} from '../../../src/http/admin/imports-schemas.ts'
import { ApiError, send, stream } from '../kit/api.ts'

export type { ImportResultAnswer, Preview, RememberedImport }

export const MAX_BYTES = 10_000_000

/** Where the events come from. `content` is base64. */
export type From = { kind: 'file'; name: string; content: string } | { kind: 'address'; url: string }

/** An import as it is being put together. */
export interface Draft {
  calendarId: string
  from: From
  mapping: { columns?: Record<string, string>; dateOrder?: 'day' | 'month' | null }
  options: Required<NonNullable<PreviewInput['options']>>
}

export const OPTIONS: Draft['options'] = {
  draft: false,
  removeMissing: false,
  defaultMinutes: null,
  defaultLocation: '',
  allDayWithoutTime: false,
}

/** What the import would do. Throws ApiError. */
export async function preview(draft: Draft): Promise<Preview> {
  return (await send<{ data: Preview }>('POST', '/imports/preview', bodyOf(draft))).data
}

/** Carries it out. `onProgress` is told how far it is. Throws ApiError; one of 409 has the new preview. */
export async function run(
  draft: Draft,
  digest: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<ImportResultAnswer> {
  const response = await stream('/imports', { ...bodyOf(draft), digest }, signal)
  for await (const line of linesOf(response)) {
    if ('result' in line) return line.result
    if ('error' in line) throw new ApiError(Number(line.error.status), line.error.statusLong)
    onProgress(line.done, line.total)
  }
  throw new ApiError(0, 'The connection broke off.')
}

/** The new preview, where the service refused because something changed. */
export function newPreviewOf(error: unknown): Preview | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return (error.body as { data?: Preview } | null)?.data
}

/** Whether a table can't be read before somebody says what its columns are. */
export function needsColumns({ table, counts }: Preview): boolean {
  if (!table) return false
  const fields = table.columns.map((column) => column.field)
  const lacking = !fields.includes('name') || !fields.includes('startDate') || table.dateOrder === 'unknown'
  return lacking || (counts.faults > 0 && counts.faults === table.rows)
}

/** The bytes of a file as base64. */
export function readFile(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => fail(new Error('The file can’t be read'))
    reader.readAsDataURL(file)
  })
}

function bodyOf({ calendarId, from, mapping, options }: Draft): PreviewInput {
  const source = from.kind === 'file' ? { fileName: from.name, content: from.content } : { url: from.url }
  return { calendarId, ...source, mapping, options }
}

async function* linesOf(response: Response): AsyncGenerator<ProgressLine> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const lines = (rest + value).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line) yield JSON.parse(line) as ProgressLine
    if (done) return
  }
}
