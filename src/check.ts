import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { FieldErrors } from './errors.ts'

// A caller gets all errors of its input; the library's default is 8. Limited for hostile input.
Settings.Set({ maxErrors: 500 })

/** Our additions to JSON Schema. */
export interface Wording {
  /** Ends the sentence "Event alert must be …". */
  accepts?: string
  /** Begins the sentence, in a schema of a whole input. */
  label?: string
  /** The schema is only documentation: the named concept checks the value. */
  readBy?: string
}

type Node = TSchema & Wording & { properties?: Record<string, Node>; items?: Node }

/**
 * Compiles a schema into a check that returns all errors by field, as sentences: `Calendar name is required`,
 * `Event alert must be …`; undefined if there are none. `label` is the first word of each sentence.
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

/** The deepest node on the path with `accepts`, or the last node. */
function describedNode(schema: Node, path: string[]): { node: Node; depth: number } {
  let node: Node = schema
  let described = { node, depth: 0 }
  for (const [index, segment] of path.entries()) {
    const next = node.properties?.[segment] ?? node.items
    if (!next) break
    node = next
    if (node.accepts || !described.node.accepts) described = { node, depth: index + 1 }
  }
  return described
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

/** Converts `['custom_fields', '0', 'name']` to `custom_fields[0].name`. */
function fieldName(path: string[]): string {
  return path.reduce((name, part) => name + (/^\d+$/.test(part) ? `[${part}]` : name ? `.${part}` : part), '')
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
