import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { audit } from '../../users/audit.ts'
import type { Callback } from '../../webhooks/callback.ts'
import { CallbackInput } from '../../webhooks/callback-schema.ts'
import { deleteCallback, getCallback, listCallbacks } from '../../webhooks/callback-store.ts'
import { countReplay, replayNotifications } from '../../webhooks/replay.ts'
import { addCallback, changeCallback } from '../../webhooks/save-callback.ts'
import { testCallback } from '../../webhooks/test-callback.ts'
import { Done, ERRORS, Key, OK, readBy } from '../api/schemas.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import {
  type CallbackAnswer,
  CallbackList,
  OneCallback,
  OneNewCallback,
  Range,
  ReplayCount,
  Replayed,
  TestedCallback,
} from './callbacks-schemas.ts'
import { change } from './change.ts'
import { presentAttempt } from './deliveries.ts'
import { readInstant } from './user-schemas.ts'

const ById = Type.Object({ id: Key })
/** Each test holds a request while another's server takes its time, beside all limits for deliveries. */
const TEST_LIMIT = { requests: 10, lengthMs: 60_000 }

/** Callbacks: list, register, change, delete, try out, replay. */
export function callbackRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Callback Data' } as const
    const tags = ['Callbacks']

    app.get(
      '/callbacks',
      {
        config: { role: 'viewer' },
        schema: { tags, summary: 'List callbacks', response: { 200: CallbackList, ...ERRORS } },
      },
      async (req) => {
        const callbacks = await listCallbacks(ctx.db, req.publisher.id)
        return { data: callbacks.map(presentCallback), ...OK }
      },
    )

    app.post(
      '/callbacks',
      {
        config,
        schema: {
          tags,
          summary: 'Register a callback',
          body: readBy('addCallback', CallbackInput),
          response: { 200: OneNewCallback, ...ERRORS },
        },
      },
      async (req) => {
        const callback = await change(ctx, async (within) => {
          const added = await addCallback(within, req.publisher.id, req.body)
          await audit(within.db, req.actor, 'callback.create', subjectOf(added), null, forLog(added))
          return added
        })
        return { data: { ...presentCallback(callback), signingSecret: callback.signingSecret }, ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById> }>(
      '/callbacks/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Change a callback',
          params: ById,
          body: readBy('changeCallback', CallbackInput),
          response: { 200: OneCallback, ...ERRORS },
        },
      },
      async (req) => {
        const callback = await change(ctx, async (within) => {
          const before = await getCallback(within.db, req.publisher.id, req.params.id)
          const after = await changeCallback(within, req.publisher.id, req.params.id, req.body)
          await audit(
            within.db,
            req.actor,
            'callback.change',
            subjectOf(after),
            forLog(before),
            forLog(after),
          )
          return after
        })
        return { data: presentCallback(callback), ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/callbacks/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Delete a callback with its log',
          params: ById,
          response: { 200: Done, ...ERRORS },
        },
      },
      async (req) => {
        await change(ctx, async ({ db }) => {
          const callback = await getCallback(db, req.publisher.id, req.params.id)
          await deleteCallback(db, req.publisher.id, callback.id)
          await audit(db, req.actor, 'callback.delete', subjectOf(callback), forLog(callback), null)
        })
        return OK
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/callbacks/:id/test',
      {
        config,
        schema: {
          tags,
          summary: 'Send a made-up notification now',
          params: ById,
          response: { 200: TestedCallback, ...ERRORS },
        },
      },
      async (req, reply) => {
        await getCallback(ctx.db, req.publisher.id, req.params.id)
        await requireWithinLimit(ctx, reply, req.publisher.id, 'callback test', TEST_LIMIT)
        // Noted before it is sent: no transaction may wait for somebody else's server.
        await change(ctx, async ({ db }) => {
          const callback = await getCallback(db, req.publisher.id, req.params.id)
          await audit(db, req.actor, 'callback.test', subjectOf(callback), null, null)
        })
        return { data: presentAttempt(await testCallback(ctx, req.publisher.id, req.params.id)), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof Range> }>(
      '/callbacks/:id/replay',
      {
        config: { role: 'viewer' },
        schema: {
          tags,
          summary: 'How many notifications a time range has',
          params: ById,
          querystring: Range,
          response: { 200: ReplayCount, ...ERRORS },
        },
      },
      async (req) => {
        const [from, to] = rangeOf(req.query, ctx.now(), 'Parameter')
        await getCallback(ctx.db, req.publisher.id, req.params.id)
        return { data: await countReplay(ctx, req.publisher.id, from, to), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById>; Body: Static<typeof Range> }>(
      '/callbacks/:id/replay',
      {
        config,
        schema: {
          tags,
          summary: 'Deliver a time range again',
          params: ById,
          body: Range,
          response: { 200: Replayed, ...ERRORS },
        },
      },
      async (req) => {
        const [from, to] = rangeOf(req.body, ctx.now(), 'Replay')
        const replayed = await change(ctx, async (within) => {
          const { id } = req.params
          const count = await replayNotifications(within, req.publisher.id, id, from, to)
          const told = { ...req.body, replayed: count }
          await audit(within.db, req.actor, 'callback.replay', subjectOf({ id }), null, told)
          return count
        })
        return { replayed, ...OK }
      },
    )
    return Promise.resolve()
  }
}

function rangeOf({ from, to }: Static<typeof Range>, now: number, label: string): [from: number, to: number] {
  return [readInstant(from, 'from', label), to === undefined ? now : readInstant(to, 'to', label)]
}

function subjectOf({ id }: { id: string }) {
  return { kind: 'callback', id }
}

function forLog({ name, url, kinds, active, encryptionSecret, idName }: Callback) {
  return { name, url, kinds, active, encryptionSecret, idName }
}

/** Secrets are shown once, when they are made. */
function presentCallback(callback: Callback): CallbackAnswer {
  const { id, name, url, kinds, active, encryptionSecret, idName, created, modified } = callback
  return {
    id,
    name,
    url,
    kinds,
    active,
    encrypted: encryptionSecret !== '',
    idName,
    created: new Date(created).toISOString(),
    modified: new Date(modified).toISOString(),
  }
}
