import { EVENT_FIELDS, EVENT_INPUTS, type FieldName, wireName } from '../../../src/events/event-fields.ts'

const LABELS = new Map<string, string>([
  ...[...Object.entries(EVENT_FIELDS), ...Object.entries(EVENT_INPUTS)].flatMap(([name, { label }]) => [
    [name, label] as const,
    [wireName(name), label] as const,
  ]),
  ['quickLinks', 'Links'],
  ['linkNames', 'Texts of links without an address'],
])

/** The label of a field of an event, by its own name or by its name in the API. */
export function fieldLabel(field: string): string {
  const [, position, part] = /^quickLink\[(\d+)\]\[(name|url)\]$/.exec(field) ?? []
  if (position) return `Link ${position}: ${part === 'url' ? 'address' : 'text'}`
  return LABELS.get(field) ?? field
}

/** The greatest number of characters that a field takes. */
export function maxLengthOf(field: FieldName): number | undefined {
  return (EVENT_FIELDS[field].schema as { maxLength?: number }).maxLength
}
