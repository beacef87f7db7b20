import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { audited } from '../../users/audit.ts'
import type { Callback } from '../../webhooks/callback.ts'
import { deleteCallback, getCallback, listCallbacks } from '../../webhooks/callback-store.ts'
import { countReplay, replayNotifications } from '../../webhooks/replay.ts'
import { addCallback, CallbackInput, changeCallback } from '../../webhooks/save-callback.ts'
import { testCallback } from '../../webhooks/test-callback.ts'
import { OK } from '../answer.ts'
import { Key, readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
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
import { presentAttempt } from './deliveries.ts'
import { readInstant } from './user-fields.ts'

const ById = Type.Object({ id: Key })
/**
 * Tests need a limit: each keeps a request open while another server responds, outside the limits of
 * deliveries.
 */
const TEST_LIMIT = { requests: 10, lengthMs: 60_000 }

export function callbackRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Callback Data' } as const
    const tags = ['Callbacks']

    app.get(
      '/callbacks',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'listCallbacks',
          tags,
          summary: 'List callbacks',
          answers: { 200: CallbackList },
        }),
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
        schema: contract({
          id: 'createCallback',
          tags,
          summary: 'Register a callback',
          body: readBy('addCallback', CallbackInput),
          answers: { 200: OneNewCallback },
        }),
      },
      async (req) => {
        const callback = await audited(ctx, req.actor, 'callback.create', async (within) => {
          const added = await addCallback(within, req.publisher.id, req.body)
          return { result: added, subject: subjectOf(added), after: forLog(added) }
        })
        return { data: { ...presentCallback(callback), signingSecret: callback.signingSecret }, ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById> }>(
      '/callbacks/:id',
      {
        config,
        schema: contract({
          id: 'changeCallback',
          tags,
          summary: 'Change a callback',
          params: ById,
          body: readBy('changeCallback', CallbackInput),
          answers: { 200: OneCallback },
        }),
      },
      async (req) => {
        const callback = await audited(ctx, req.actor, 'callback.change', async (within) => {
          const before = await getCallback(within.db, req.publisher.id, req.params.id)
          const after = await changeCallback(within, req.publisher.id, req.params.id, req.body)
          return { result: after, subject: subjectOf(after), before: forLog(before), after: forLog(after) }
        })
        return { data: presentCallback(callback), ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/callbacks/:id',
      {
        config,
        schema: contract({
          id: 'deleteCallback',
          tags,
          summary: 'Delete a callback with its log',
          params: ById,
        }),
      },
      async (req) => {
        await audited(ctx, req.actor, 'callback.delete', async ({ db }) => {
          const callback = await getCallback(db, req.publisher.id, req.params.id)
          await deleteCallback(db, req.publisher.id, callback.id)
          return { result: undefined, subject: subjectOf(callback), before: forLog(callback) }
        })
        return OK
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/callbacks/:id/test',
      {
        config,
        schema: contract({
          id: 'testCallback',
          tags,
          summary: 'Send a made-up notification now',
          params: ById,
          answers: { 200: TestedCallback },
        }),
      },
      async (req, reply) => {
        await getCallback(ctx.db, req.publisher.id, req.params.id)
        await requireWithinLimit(ctx, reply, req.publisher.id, 'callback test', TEST_LIMIT)
        // Noted before it is sent: no transaction may wait for somebody else's server.
        await audited(ctx, req.actor, 'callback.test', async ({ db }) => {
          const callback = await getCallback(db, req.publisher.id, req.params.id)
          return { result: undefined, subject: subjectOf(callback) }
        })
        return { data: presentAttempt(await testCallback(ctx, req.publisher.id, req.params.id)), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById>; Querystring: Static<typeof Range> }>(
      '/callbacks/:id/replay',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'countReplay',
          tags,
          summary: 'How many notifications a time range has',
          params: ById,
          query: Range,
          answers: { 200: ReplayCount },
        }),
      },
      async (req) => {
        const [from, to] = rangeOf(req.query, ctx.now(), 'Parameter')
        return { data: await countReplay(ctx, req.publisher.id, req.params.id, from, to), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById>; Body: Static<typeof Range> }>(
      '/callbacks/:id/replay',
      {
        config,
        schema: contract({
          id: 'replayNotifications',
          tags,
          summary: 'Deliver a time range again',
          params: ById,
          body: Range,
          answers: { 200: Replayed },
        }),
      },
      async (req) => {
        const [from, to] = rangeOf(req.body, ctx.now(), 'Replay')
        const replayed = await audited(ctx, req.actor, 'callback.replay', async (within) => {
          const { id } = req.params
          const count = await replayNotifications(within, req.publisher.id, id, from, to)
          return { result: count, subject: subjectOf({ id }), after: { ...req.body, replayed: count } }
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

/** Presents a callback without secrets, which are shown only at creation. */
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
