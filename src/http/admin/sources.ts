import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { withReason } from '../../reasons/reason.ts'
import { runSource, sourceHost } from '../../sources/run-source.ts'
import { addSource, answerQuestions, changeSource, keepEvents } from '../../sources/save-source.ts'
import type { ReadSource } from '../../sources/source.ts'
import { deleteSource, getSource, listSources } from '../../sources/source-store.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { presentSource, presentSources } from './present-source.ts'
import { optionsOf } from './read-import-request.ts'
import {
  AnswersInput,
  RunAnswer,
  RunInput,
  SourceAnswer,
  SourceChange,
  SourceInput,
  SourcesAnswer,
  SourcesQuery,
} from './sources-schemas.ts'

/** A run fetches a file from another server and uses a processor for some seconds. */
const LIMIT = { requests: 60, lengthMs: 60_000 }

const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** Addresses that are read again by themselves. Only users who can import see them: an address may be a secret. */
export function sourceRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Source Data' } as const
    const tags = ['Import']

    app.get<{ Querystring: SourcesQuery }>(
      '/sources',
      {
        config,
        schema: contract({
          id: 'listSources',
          tags,
          summary: 'List the addresses that are read again by themselves',
          query: SourcesQuery,
          answers: { 200: SourcesAnswer },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const sources = await listSources(ctx.db, id, req.query.calendarId)
        const data = await presentSources(ctx.db, id, sources, ctx.now())
        return { data, next: null, count: { value: data.length, more: false }, ...OK }
      },
    )

    app.post<{ Body: SourceInput }>(
      '/sources',
      {
        config,
        schema: contract({
          id: 'createSource',
          tags,
          summary: 'Have an address read again by itself',
          description: 'It is read within seconds, and then at its interval.',
          body: SourceInput,
          answers: { 200: SourceAnswer },
        }),
      },
      async (req) => {
        const { calendarId, url, every, paused, rules } = req.body
        const input = { calendarId, address: url, everyMinutes: every, options: optionsOf(req.body) }
        const more = { ...(rules && { rules }), ...(paused !== undefined && { paused }) }
        const source = await audited(ctx, req.actor, 'source.create', async (within) => {
          const added = await addSource(within, req.publisher.id, { ...input, ...more })
          return { result: added, subject: subjectOf(added), after: loggedOf(added) }
        })
        return answerOf(source)
      },
    )

    app.get<ById>(
      '/sources/:id',
      {
        config,
        schema: contract({
          id: 'getSource',
          tags,
          summary: 'Get a source with its rules, open questions and last runs',
          params: ById,
          answers: { 200: SourceAnswer },
        }),
      },
      async (req) => answerOf(await getSource(ctx.db, req.publisher.id, req.params.id)),
    )

    app.put<ById & { Body: SourceChange }>(
      '/sources/:id',
      {
        config,
        schema: contract({
          id: 'changeSource',
          tags,
          summary: 'Change a source, or pause it',
          description: 'What is left out stays. 409 while it is being read.',
          params: ById,
          body: SourceChange,
          answers: { 200: SourceAnswer },
        }),
      },
      async (req) => {
        const { url, every, paused, rules, mapping, options } = req.body
        const source = await audited(ctx, req.actor, 'source.update', async (within) => {
          const { before, after } = await changeSource(within, req.publisher.id, req.params.id, {
            ...(url !== undefined && { address: url }),
            ...(every !== undefined && { everyMinutes: every }),
            ...(paused !== undefined && { paused }),
            ...(rules && { rules }),
            ...((mapping ?? options) && { options: optionsOf(req.body) }),
          })
          return {
            ...{ result: after, subject: subjectOf(after) },
            ...{ before: loggedOf(before), after: loggedOf(after) },
          }
        })
        return answerOf(source)
      },
    )

    app.delete<ById>(
      '/sources/:id',
      {
        config,
        schema: contract({
          id: 'deleteSource',
          tags,
          summary: 'Stop reading an address; its events stay',
          params: ById,
        }),
      },
      async (req) => {
        await audited(ctx, req.actor, 'source.delete', async ({ db }) => {
          const source = await getSource(db, req.publisher.id, req.params.id)
          await deleteSource(db, req.publisher.id, source.id)
          return { result: undefined, subject: subjectOf(source), before: loggedOf(source) }
        })
        return OK
      },
    )

    app.post<ById & { Body: RunInput }>(
      '/sources/:id/run',
      {
        config,
        schema: contract({
          id: 'runSource',
          tags,
          summary: 'Read a source now',
          description:
            'Also a paused one. 409 if it is being read. `takeAway` says yes to a run that waits: it is carried out if it takes away no more than `waiting` listed.',
          params: ById,
          body: RunInput,
          answers: { 200: RunAnswer },
        }),
      },
      async (req, reply) => {
        const source = await getSource(ctx.db, req.publisher.id, req.params.id)
        const takeAway = req.body.takeAway === true
        if (takeAway && !source.waiting)
          throw new AppError('conflict', 'The source waits for no answer', { kind: 'changed_meanwhile' })
        return { data: await run(req, reply, source, takeAway), ...OK }
      },
    )

    app.post<ById>(
      '/sources/:id/keep',
      {
        config,
        schema: contract({
          id: 'keepSourceEvents',
          tags,
          summary: 'Say no to a run that waits: its events stay',
          description: 'Nothing of the source is taken over until its content differs.',
          params: ById,
          answers: { 200: SourceAnswer },
        }),
      },
      async (req) => {
        const source = await audited(ctx, req.actor, 'source.keep', async (within) => {
          const before = await getSource(within.db, req.publisher.id, req.params.id)
          const kept = await keepEvents(within, req.publisher.id, req.params.id)
          return { result: kept, subject: subjectOf(kept), after: { events: before.waiting?.gone } }
        })
        return answerOf(source)
      },
    )

    app.post<ById & { Body: AnswersInput }>(
      '/sources/:id/answers',
      {
        config,
        schema: contract({
          id: 'answerSourceQuestions',
          tags,
          summary: 'Decide about fields that both sides changed',
          description:
            '`mine` stays until the source changes the field again. `theirs` is taken at once if the source can be read now, else with the next run.',
          params: ById,
          body: AnswersInput,
          answers: { 200: SourceAnswer },
        }),
      },
      async (req, reply) => {
        const { answers } = req.body
        const { id } = req.publisher
        const source = await audited(ctx, req.actor, 'source.answer', async (within) => {
          const answered = await answerQuestions(within, id, req.params.id, answers)
          const logged = answers.map(({ reference, field, take }) => `${reference}, ${field}: ${take}`)
          return { result: answered, subject: subjectOf(answered), after: { answers: logged } }
        })
        if (answers.some(({ take }) => take === 'theirs'))
          await run(req, reply, source, false).catch(rethrowUnlessConflict)
        return answerOf(await getSource(ctx.db, id, source.id))
      },
    )
    return Promise.resolve()
  }

  async function answerOf(source: ReadSource) {
    return { data: await presentSource(ctx.db, source, ctx.now()), ...OK }
  }

  /** Reads a source in the name of the user. It goes on when the client leaves. */
  async function run(req: FastifyRequest, reply: FastifyReply, source: ReadSource, takeAway: boolean) {
    await requireWithinLimit(ctx, reply, req.publisher.id, 'import', LIMIT)
    const { publisherId: _, at: _a, ...actor } = req.actor
    const terms = { actor, byHand: true, takeAway, signal: ctx.stopping.signal }
    const result = await runSource(ctx, req.publisher.id, source.id, terms)
    if (!result)
      throw new AppError('conflict', 'The source is being read. Try again in a moment', {
        kind: 'source_busy',
      })
    return { ...result, ...withReason(result.message) }
  }
}

function rethrowUnlessConflict(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
}

function subjectOf({ calendarId }: ReadSource) {
  return { kind: 'calendar', id: calendarId }
}

/** What the audit log keeps of a source: the host alone, since the address may be a secret. */
function loggedOf(source: ReadSource) {
  const { everyMinutes, paused, rules, options } = source
  return { from: sourceHost(source), everyMinutes, paused, ...rules, options }
}
