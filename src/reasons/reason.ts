import type { RefusalKind } from '../errors.ts'
import { memoize } from '../time/memoize.ts'
import { ANSWER_REASONS } from './answer-reasons.ts'
import { FIELD_REASONS } from './field-reasons.ts'
import { IMPORT_REASONS } from './import-reasons.ts'

const REASONS = { ...FIELD_REASONS, ...IMPORT_REASONS, ...ANSWER_REASONS }

export type ReasonKind = keyof typeof REASONS
/** Kinds that are no refusals of the whole request too: the portal has words of their own for them. */
export type OwnReasonKind = Exclude<ReasonKind, RefusalKind>

/** An English sentence of the service as a code with values, so that a page can say it in another language. */
export interface Reason {
  kind: ReasonKind | 'other'
  values: Record<string, string>
  /** The sentences that it ends with: `Line 3: …`. */
  because?: Reason[]
}

/** Longer sentences have whole texts of users in them; searching those would take long. */
const LONGEST = 1500

const PARTS: Record<string, string> = {
  ...{ count: String.raw`\d[\d,]*`, min: String.raw`\d+`, max: String.raw`\d+`, line: String.raw`\d+` },
  ...{ gone: String.raw`\d+`, status: String.raw`\d+`, day: String.raw`\d{4}-\d{2}-\d{2}\S*` },
}

/** The start of a sentence that names the field: `Event startDate`. */
const START = String.raw`(?:(?:[^;]{1,120} )?(?<field>[^;\s]{1,120}) )?`

// Whole sentences first: one may end with another that has any beginning.
const PATTERNS = [false, true].flatMap((isEnd) =>
  Object.entries(REASONS).flatMap(([kind, templates]) =>
    templates
      .filter((template) => template.startsWith('… ') === isEnd)
      .map((template) => [kind as ReasonKind, patternOf(template)] as const),
  ),
)

/**
 * Recognises a sentence that the service says; undefined for one that has no code. Sentences are stored in English, in the
 * request log and in the runs of sources, and the signed API says them so: therefore the code is found by the sentence.
 */
export const reasonOf = memoize(2000, (sentence: string): Reason | undefined => {
  if (sentence.length > LONGEST) return undefined
  for (const [kind, pattern] of PATTERNS) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const { because, ...values } = { ...found.groups }
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    const ends = because !== undefined && { because: reasonsIn(because) }
    return { kind, values: Object.fromEntries(given), ...ends }
  }
  return undefined
})

/** The code of a message, for an answer that has the message too. */
export function withReason(message: string): { reason?: Reason } {
  const reason = reasonOf(message)
  return reason ? { reason } : {}
}

/** The codes of messages by field; those without one are left out. */
export function reasonsOf(errors: Record<string, string>): Record<string, Reason> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const reason = reasonOf(message)
      return reason ? [[field, reason]] : []
    }),
  )
}

/** Sentences about several fields of a line are joined by semicolons. */
function reasonsIn(text: string): Reason[] {
  const whole = reasonOf(text)
  if (whole) return [whole]
  const parts = text.split('; ').map((part) => reasonOf(part))
  return parts.length > 1 && parts.every((part) => part !== undefined)
    ? parts
    : [{ kind: 'other', values: {} }]
}

function patternOf(template: string): RegExp {
  const begins = template.startsWith('… ')
  const source = (begins ? template.slice(2) : template)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>${PARTS[part] ?? '.+?'})`))
    .join('')
  return new RegExp(`^${begins ? START : ''}${source}$`, 's')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
