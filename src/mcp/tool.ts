import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { FastiClient } from '../../client/src/index.ts'

/** The dependencies of tools. */
export interface ToolSettings {
  client: FastiClient
  apiKey: string
  /** Must not be in a result. */
  secret: string
}

/** A tool for models. */
export interface Tool {
  name: string
  title: string
  /** For the model: the result, and when to use it. */
  description: string
  input: TObject
  /** How it changes data; such tools exist only with `--write`. */
  writes?: 'adds' | 'changes' | 'deletes'
  run: (input: never, signal: AbortSignal) => Promise<object>
}

/** Defines a tool; its input is typed by its properties. */
export function tool<P extends TProperties>(
  description: Pick<Tool, 'name' | 'title' | 'description' | 'writes'>,
  properties: P,
  run: (input: Static<TObject<P>>, signal: AbortSignal) => Promise<object>,
): Tool {
  return { ...description, input: Type.Object(properties, { additionalProperties: false }), run }
}

export const text = (description: string) => Type.String({ minLength: 1, maxLength: 8000, description })
export const maybe = (description: string) => Type.Optional(Type.String({ maxLength: 8000, description }))
export const bit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description }))

/** Maximum records on a page, since a model's context is limited. */
const MAX_RECORDS = 50
export const LIMIT = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_RECORDS,
    default: 20,
    description: `Records on a page, 1 to ${MAX_RECORDS}.`,
  }),
)
export const PAGE = Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'From 1.' }))

/** Removes empty values from a record, but not false. */
export function compact(record: object): object {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
      const compacted = isRecord(value) ? compact(value) : value
      return isEmpty(compacted) ? [] : [[name, compacted]]
    }),
  )
}

export function only(record: object, ...names: string[]): object {
  return compact(Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))))
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}
