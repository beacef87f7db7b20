import type { FastifyInstance } from 'fastify'
import type { IdAliases } from '../../config.ts'
import { type FieldErrors, invalid } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request names the identifier by its alias, and so does its answer. */
    aliased: boolean
    /** The request names an identifier twice, which its answer says in both names. */
    sentBothNames: boolean
  }
}

type Given = Record<string, unknown>

/**
 * Lets clients call `svc_id` and `svcId` by other names: in queries, and in bodies at the top and in the records of
 * a batch. To be installed after what checks signatures, which are made over the text as it was sent.
 */
export function takeIdAliases(app: FastifyInstance, aliases: IdAliases): void {
  app.decorateRequest('aliased', false)
  app.decorateRequest('sentBothNames', false)

  app.addHook('preValidation', async (req) => {
    const errors: FieldErrors = {}
    const inQuery = rename(req.query as Given, aliases.query, 'svc_id', '', errors)
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

/** A plain notification with the identifier under both names: whoever asks for it has not said which is wanted. */
export function withBothNames<T extends { payload: object }>(notification: T, aliases: IdAliases): T {
  const { svcId } = notification.payload as { svcId?: string }
  return { ...notification, payload: { [aliases.body]: svcId, ...notification.payload } }
}

function renameInBody(body: unknown, alias: string, errors: FieldErrors): boolean {
  if (typeof body !== 'object' || body === null) return false
  let found = rename(body as Given, alias, 'svcId', '', errors)
  const { events } = body as { events?: unknown }
  if (!Array.isArray(events)) return found
  events.forEach((record: unknown, index) => {
    if (typeof record !== 'object' || record === null) return
    found = rename(record as Given, alias, 'svcId', `events[${index}].`, errors) || found
  })
  return found
}

/** The alias stays where it is: fields that are not known are ignored, and to remove one costs more. */
function rename(given: Given, alias: string, name: string, at: string, errors: FieldErrors): boolean {
  const value = given[alias]
  if (value === undefined) return false
  if (given[name] !== undefined)
    errors[at + alias] = `${at}${alias} and ${at}${name} are the same: send one of them`
  given[name] = value
  return true
}

/** Adds the alias in messages about what is missing: which of the two a client would have sent is not known. */
function withBoth(errors: FieldErrors, { query, body }: IdAliases): FieldErrors {
  const say = (text: string) =>
    text.replace(
      /\b(svc_id|svcId)(?= is required)/,
      (name) => `${name} (or ${name === 'svcId' ? body : query})`,
    )
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, say(message)]))
}

function inAliases(errors: FieldErrors, { query, body }: IdAliases): FieldErrors {
  const say = (text: string) => text.replace(/\bsvc_id\b/g, query).replace(/\bsvcId\b/g, body)
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [say(field), say(message)]))
}
