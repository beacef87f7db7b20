import type { ImportFault } from './import-file.ts'
import { decodeText } from './text-encoding.ts'

/** An unfolded content line. */
export interface IcsLine {
  /** The number of its first line in the file, from 1. */
  number: number
  text: string
}

/** The lines of an event or a time zone, from BEGIN to END. */
export interface IcsBlock {
  kind: 'VEVENT' | 'VTIMEZONE'
  lines: IcsLine[]
  /** Its calendar cancels all its events (METHOD:CANCEL). */
  cancelled: boolean
}

/**
 * Splits a calendar file into events and time zones, so that an unreadable event does not affect the others.
 */
export function readBlocks(bytes: Buffer): { blocks: IcsBlock[]; faults: ImportFault[]; cutOff?: true } {
  const blocks: IcsBlock[] = []
  const faults: ImportFault[] = []
  const open: string[] = []
  let block: IcsBlock | undefined
  let cancelled = false
  const endBlock = () => {
    if (block) faults.push({ line: block.lines[0]!.number, message: `BEGIN:${block.kind} has no END` })
    block = undefined
  }
  for (const line of contentLines(bytes)) {
    const [, word, name] = /^(BEGIN|END):([\w-]+)\s*$/.exec(line.text.toUpperCase()) ?? []
    const kind = name === 'VEVENT' || name === 'VTIMEZONE' ? name : undefined
    if (word === 'BEGIN' && kind && open.includes('VCALENDAR')) {
      endBlock()
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
    if (open.length === 0) endBlock()
  }
  endBlock()
  const cutOff = open.includes('VCALENDAR')
  if (cutOff) faults.push({ line: 1, message: 'The file is cut off: BEGIN:VCALENDAR has no END' })
  return { blocks, faults, ...(cutOff && { cutOff }) }
}

/** Unfolds lines before the text is decoded: some programs fold inside a character. */
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
