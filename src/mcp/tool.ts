import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { FastiClient } from '../../client/src/index.ts'

/** What tools work with. */
export interface ToolSettings {
  client: FastiClient
  apiKey: string
  /** Never part of a result. */
  secret: string
}

/** Something a model can ask for. */
export interface Tool {
  name: string
  title: string
  /** For the model: what it gets, and when to use it. */
  description: string
  input: TObject
  /** Changes what is stored; such a tool is there only where the server was told so. */
  writes?: 'adds' | 'changes' | 'deletes'
  run: (input: never, signal: AbortSignal) => Promise<object>
}

/** A tool with an input of its own type. */
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

/** Records on a page: what a model reads costs it room. */
const MOST = 50
export const LIMIT = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MOST, default: 20, description: `Records on a page, 1 to ${MOST}.` }),
)
export const PAGE = Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'From 1.' }))

/** A record without what is empty: false stays, for it is an answer. */
export function compact(record: object): object {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
      const kept = isRecord(value) ? compact(value) : value
      return isEmpty(kept) ? [] : [[name, kept]]
    }),
  )
}

/** Some fields of a record. */
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
