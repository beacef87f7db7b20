import type {
  ImportResultAnswer,
  Preview,
  PreviewInput,
  ProgressLine,
  RememberedImport,
} from '../../../src/http/admin/imports-schemas.ts'
import { ApiError, send, stream } from '../kit/api.ts'
import { messageText } from '../kit/reasons.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

export type { ImportResultAnswer, Preview, RememberedImport }

const texts = words.imports

/** The name of pasted tables in the service, whatever the language of the page. */
const PASTED = 'Pasted table'
const PASTED_LENGTH = 100
export const MAX_BYTES = 10_000_000

/** The source of the events. `content` is base64. */
export type From =
  | { kind: 'file'; name: string; content: string }
  | { kind: 'address'; url: string }
  | { kind: 'text'; text: string }

/** A cell that was corrected. */
export type Edit = NonNullable<PreviewInput['edits']>[number]

/** An import that is being prepared. */
export interface Draft {
  calendarId: string
  from: From
  mapping: NonNullable<PreviewInput['mapping']>
  options: NonNullable<PreviewInput['options']>
  /** Cells that were corrected. */
  edits: Edit[]
  /** Minutes after which the address is read again and again. */
  every?: number
}

/** The part of a draft that an earlier import can repeat. */
export type ImportChoices = Pick<Draft, 'mapping' | 'options'>

export const OPTIONS: Draft['options'] = {
  draft: false,
  removeMissing: false,
  join: false,
}

/** Reads what the import would change. Throws ApiError. */
export async function preview(draft: Draft): Promise<Preview> {
  return (await send<{ data: Preview }>('POST', '/imports/preview', bodyOf(draft))).data
}

/** Runs the import. Throws ApiError; its body has a new preview if the status is 409. */
export async function run(
  draft: Draft,
  digest: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<ImportResultAnswer> {
  const response = await stream('/imports', { ...bodyOf(draft), digest }, signal)
  for await (const line of linesOf(response)) {
    if ('result' in line) return line.result
    if ('error' in line) throw errorOf(line.error)
    onProgress(line.done, line.total)
  }
  throw new ApiError(0, texts.connectionLost)
}

/** Has the address of an import read again by itself, with the choices of its preview. Throws ApiError. */
export async function keepReading(
  { calendarId, from, every, ...draft }: Draft,
  shown: Preview,
): Promise<void> {
  if (from.kind !== 'address' || every === undefined) return
  const { mapping, options } = shown.table?.settings ?? draft
  await send('POST', '/sources', { calendarId, url: from.url, every, mapping, options })
}

/** The new preview in a refusal, which the service sends if the file or the calendar has changed. */
export function newPreviewOf(error: unknown): Preview | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return (error.body as { data?: Preview } | null)?.data
}

/** True if a table can't be read before the user has matched its columns. */
export function needsColumns({ table, counts }: Preview): boolean {
  if (!table) return false
  const fields = table.columns.map((column) => column.field)
  const incomplete =
    !['name', 'home', 'away'].some((field) => fields.includes(field)) ||
    !fields.includes('startDate') ||
    table.dateOrder === 'unknown'
  return incomplete || (counts.faults > 0 && counts.faults === table.rows)
}

/** The bytes of a file as base64. */
export function readFile(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => fail(new Error(words.kit.unreadableFile))
    reader.readAsDataURL(file)
  })
}

/** The name of a pasted table, with its first line: tables with other headings are remembered apart. */
function pastedName(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const cells = line
    .split(/[\t;,]/)
    .map((cell) => cell.trim())
    .filter(Boolean)
  return [...`${PASTED}: ${cells.join(' · ')}`].slice(0, PASTED_LENGTH).join('')
}

/** True if an import with this name was of a table that was pasted. */
export function isPasted(name: string): boolean {
  return name === PASTED || name.startsWith(`${PASTED}: `)
}

/** The name of an import or its source, for people. */
export function shownName(name: string): string {
  if (name === PASTED) return texts.pasted
  return isPasted(name) ? say(texts.pastedWith, { cells: name.slice(PASTED.length + 2) }) : name
}

function bodyOf({ calendarId, from, mapping, options, edits }: Draft): PreviewInput {
  const source =
    from.kind === 'file'
      ? { fileName: from.name, content: from.content }
      : from.kind === 'text'
        ? { fileName: pastedName(from.text), text: from.text }
        : { url: from.url }
  return { calendarId, ...source, mapping, options, edits }
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

function errorOf({
  status,
  statusLong,
  reason,
}: Extract<ProgressLine, { error: object }>['error']): ApiError {
  return new ApiError(Number(status), messageText(statusLong, reason))
}
