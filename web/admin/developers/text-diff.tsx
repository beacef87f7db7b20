import type { ReactNode } from 'react'

/** Invisible characters, and what is shown in their place. */
const HIDDEN: Record<string, string> = { '\n': '⏎\n', '\r': '␍', '\t': '⇥', '\ufeff': '[BOM]' }

/** A text with the part marked that differs from another text. */
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

/** The range in which a text differs from another: what remains between their common start and end. */
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
      <span key={index} className="hidden-character">
        {HIDDEN[part]}
      </span>
    ) : (
      part
    ),
  )
}
