import type { ReactNode } from 'react'

/** Signs that can't be seen, and what shows that they are there. */
const HIDDEN: Record<string, string> = { '\n': '⏎\n', '\r': '␍', '\t': '⇥', '\ufeff': '[BOM]' }

/** A text with that part marked in which it differs from another one. */
export function TextDiff({ text, other, label }: { text: string; other: string; label: string }) {
  const { start, end } = difference(text, other)
  return (
    <pre className="signed-text mono" tabIndex={0} role="region" aria-label={label}>
      {visible(text.slice(0, start))}
      {end > start && <mark>{visible(text.slice(start, end))}</mark>}
      {visible(text.slice(end))}
    </pre>
  )
}

/** From where to where a text differs from another one: what is left between their common beginning and end. */
export function difference(text: string, other: string): { start: number; end: number } {
  const shorter = Math.min(text.length, other.length)
  let start = 0
  while (start < shorter && text[start] === other[start]) start++
  let same = 0
  while (same < shorter - start && text.at(-1 - same) === other.at(-1 - same)) same++
  return { start, end: text.length - same }
}

function visible(text: string): ReactNode[] {
  return text.split(/([\n\r\t\ufeff])/).map((part, index) =>
    Object.hasOwn(HIDDEN, part) ? (
      <span key={index} className="hidden-sign">
        {HIDDEN[part]}
      </span>
    ) : (
      part
    ),
  )
}
