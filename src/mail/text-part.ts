import type { Language } from '../words/index.ts'
import { colonOf } from '../words/say.ts'

/** RFC 5322, 2.1.1: a line should have at most 78 characters. */
const MAX_LINE = 78
/** Words, and names in their isolates (U+2068 and U+2069), which stay in one line. */
const UNBROKEN = /(?:\u2068[^\u2069]*\u2069|[^ \n、。])+[、。]*|[、。]+/gu

/** A label, and a link in the line after it. */
export function linkBelow(label: string, link: string, language: Language): string {
  return `${label}${colonOf(language).trimEnd()}\n${link}`
}

/** Characters without the marks of isolates, which take no space. */
function widthOf(text: string): number {
  return text.replace(/[\u2068\u2069]/g, '').length
}

/** A paragraph in lines of at most 78 characters, as far as its words and names allow it. */
export function wrapText(text: string): string {
  const lines: string[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(UNBROKEN)) {
    const gap = index > at ? ' ' : ''
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last + gap + word) <= MAX_LINE)
      lines[lines.length - 1] = last + gap + word
    else lines.push(word)
    at = index + word.length
  }
  return lines.join('\n')
}
