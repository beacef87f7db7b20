import type { FastifyInstance } from 'fastify'
import type { IdAliases } from '../../config.ts'
import { type FieldErrors, invalid } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request uses the alias, so error messages use it too. */
    aliased: boolean
    /** The request has the identifier under both names, so the error message names both. */
    sentBothNames: boolean
  }
}

type Fields = Record<string, unknown>

/**
 * Accepts other names for `svc_id` and `svcId`: in queries, at the top level of bodies, and in the records of
 * a batch. Install it after the signature check, because signatures cover the original text.
 */
export function acceptIdAliases(app: FastifyInstance, aliases: IdAliases): void {
  app.decorateRequest('aliased', false)
  app.decorateRequest('sentBothNames', false)

  app.addHook('preValidation', async (req) => {
    const errors: FieldErrors = {}
    const inQuery = rename(req.query as Fields, aliases.query, 'svc_id', '', errors)
    const inBody = renameInBody(req.body, aliases.body, errors)
    req.aliased = inQuery || inBody
    req.sentBothNames = Object.keys(errors).length > 0
    if (req.sentBothNames) throw invalid(errors)
  })

  app.addHook('preSerialization', async (req, _reply, payload) => {
    const refusal = payload as { errors?: FieldErrors } | null
    if (typeof refusal?.errors !== 'object' || req.sentBothNames) return payload
    const errors = req.aliased ? inAliases(refusal.errors, aliases) : withBoth(refusal.errors, aliases)
    return { ...refusal, errors }
  })
}

/** Adds the alias to a notification: the client has not shown which name it uses. */
export function withBothNames<T extends { payload: object }>(notification: T, aliases: IdAliases): T {
  const { svcId } = notification.payload as { svcId?: string }
  if (svcId === undefined) return notification
  return { ...notification, payload: { [aliases.body]: svcId, ...notification.payload } }
}

function renameInBody(body: unknown, alias: string, errors: FieldErrors): boolean {
  if (typeof body !== 'object' || body === null) return false
  let renamed = rename(body as Fields, alias, 'svcId', '', errors)
  const { events } = body as { events?: unknown }
  if (!Array.isArray(events)) return renamed
  events.forEach((record: unknown, index) => {
    if (typeof record !== 'object' || record === null) return
    renamed = rename(record as Fields, alias, 'svcId', `events[${index}].`, errors) || renamed
  })
  return renamed
}

/** The alias is not removed: unknown fields are ignored, and removing one costs more. */
function rename(fields: Fields, alias: string, name: string, at: string, errors: FieldErrors): boolean {
  const value = fields[alias]
  if (value === undefined) return false
  if (fields[name] !== undefined)
    errors[at + alias] = `${at}${alias} and ${at}${name} are the same: send one of them`
  fields[name] = value
  return true
}

/** Adds the alias to messages about a missing field: the client has not shown which name it uses. */
function withBoth(errors: FieldErrors, { query, body }: IdAliases): FieldErrors {
  const withAlias = (text: string) =>
    text.replace(
      /\b(svc_id|svcId)(?= is required)/,
      (name) => `${name} (or ${name === 'svcId' ? body : query})`,
    )
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, withAlias(message)]))
}

function inAliases(errors: FieldErrors, { query, body }: IdAliases): FieldErrors {
  const toAlias = (text: string) => text.replace(/\bsvc_id\b/g, query).replace(/\bsvcId\b/g, body)
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [toAlias(field), toAlias(message)]),
  )
}
