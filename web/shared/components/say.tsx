import type { ComponentChild } from 'preact'

/** A text with its names in braces filled, as `say` does it, also with elements: `{email}` in bold. */
export function Say({ text, values }: { text: string; values: Record<string, ComponentChild> }) {
  // With a group in the pattern, every second part is a name.
  const parts = text.split(/\{(\w+)\}/)
  return <>{parts.map((part, at) => (at % 2 === 1 ? values[part] : part))}</>
}
