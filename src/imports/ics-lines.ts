import type { ImportFault } from './import-file.ts'
import { decodeText } from './text-encoding.ts'

/** A content line with its folds undone. */
export interface IcsLine {
  /** The first of its lines in the file, from 1. */
  number: number
  text: string
}

/** An event or a time zone of a calendar file, still as text, from its BEGIN to its END. */
export interface IcsBlock {
  kind: 'VEVENT' | 'VTIMEZONE'
  lines: IcsLine[]
  /** The calendar it is in takes its events back (METHOD:CANCEL). */
  cancelled: boolean
}

/** Takes a calendar file apart. Every event stands on its own, so that a broken one leaves the others whole. */
export function readBlocks(bytes: Buffer): { blocks: IcsBlock[]; faults: ImportFault[] } {
  const blocks: IcsBlock[] = []
  const faults: ImportFault[] = []
  const open: string[] = []
  let block: IcsBlock | undefined
  let cancelled = false
  const breakOff = () => {
    if (block) faults.push({ line: block.lines[0]!.number, message: `BEGIN:${block.kind} has no END` })
    block = undefined
  }
  for (const line of contentLines(bytes)) {
    const [, word, name] = /^(BEGIN|END):([\w-]+)\s*$/.exec(line.text.toUpperCase()) ?? []
    const kind = name === 'VEVENT' || name === 'VTIMEZONE' ? name : undefined
    if (word === 'BEGIN' && kind && open.includes('VCALENDAR')) {
      breakOff()
      open.length = open.indexOf('VCALENDAR') + 1
      block = { kind, lines: [], cancelled }
    }
    if (word === 'BEGIN') open.push(name!)
    if (name === 'VCALENDAR') cancelled = false
    block?.lines.push(line)
    if (open.length === 1 && /^METHOD:CANCEL\s*$/i.test(line.text)) cancelled = true
    if (word !== 'END') continue
    if (block && kind === block.kind) {
      blocks.push(block)
      block = undefined
    }
    const begun = open.lastIndexOf(name!)
    if (begun >= 0) open.length = begun
    if (open.length === 0) breakOff()
  }
  breakOff()
  if (open.includes('VCALENDAR'))
    faults.push({ line: 1, message: 'The file is cut off: BEGIN:VCALENDAR has no END' })
  return { blocks, faults }
}

/** Folds are undone before the text is decoded: some programs fold within a character. */
function contentLines(bytes: Buffer): IcsLine[] {
  const lines: IcsLine[] = []
  for (const [index, text] of bytes
    .toString('latin1')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    else lines.push({ number: index + 1, text })
  }
  const decoded = decodeText(Buffer.from(lines.map((line) => line.text).join('\n'), 'latin1')).split('\n')
  return lines
    .map(({ number }, index) => ({ number, text: decoded[index]! }))
    .filter((line) => line.text.trim() !== '')
}
