import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { FieldErrors } from './errors.ts'

// A caller is told all faults of its input at once; the library stops at 8. Bounded by hand, for hostile input.
Settings.Set({ maxErrors: 500 })

/** What our schemas say beside JSON Schema. */
export interface Wording {
  /** Ends the sentence "Event alert must be …". */
  accepts?: string
  /** Begins it, in a schema that is checked as a whole. */
  label?: string
  /** The schema only documents: this concept reads the value itself. */
  readBy?: string
}

type Node = TSchema & Wording & { properties?: Record<string, Node>; items?: Node }

/**
 * Compiles a schema into a check that tells all faults at once, by field and in words: `Calendar name is
 * required`, `Event alert must be …`. Undefined: no fault. `label` begins each sentence.
 */
export function checker(schema: TSchema, label: string): (value: unknown) => FieldErrors | undefined {
  const compiled = Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return undefined
    const errors: FieldErrors = {}
    for (const { keyword, instancePath, params } of compiled.Errors(value)) {
      const path = instancePath.split('/').slice(1).map(unescapePointer)
      if (keyword === 'required') {
        const missing = params.requiredProperties
        for (const name of missing)
          errors[fieldName([...path, name])] ??= `${label} ${fieldName([...path, name])} is required`
      } else {
        const { node, depth } = describedNode(schema, path)
        const field = fieldName(path.slice(0, depth)) || 'body'
        errors[field] ??= `${label} ${field} must be ${node.accepts ?? typeInWords(node)}`
      }
    }
    return errors
  }
}

/** The deepest node on the path that says what it accepts, else the node at its end. */
function describedNode(schema: Node, path: string[]): { node: Node; depth: number } {
  let node: Node = schema
  let found = { node, depth: 0 }
  for (const [index, segment] of path.entries()) {
    const next = node.properties?.[segment] ?? node.items
    if (!next) break
    node = next
    if (node.accepts || !found.node.accepts) found = { node, depth: index + 1 }
  }
  return found
}

function typeInWords(node: Node): string {
  const type = (node as { type?: string }).type
  return type === 'array'
    ? 'a list'
    : type === 'string'
      ? 'a text'
      : type === 'object'
        ? 'an object'
        : (type ?? 'valid')
}

/** `['custom_fields', '0', 'name']` becomes `custom_fields[0].name`. */
function fieldName(path: string[]): string {
  return path.reduce((name, part) => name + (/^\d+$/.test(part) ? `[${part}]` : name ? `.${part}` : part), '')
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
