import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { getCalendar, listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { TOO_LARGE } from '../../imports/fetch-import.ts'
import { type ImportSource, sourceLabel } from '../../imports/import-source.ts'
import { deleteImportSource, getImportSource, listImportSources } from '../../imports/import-source-store.ts'
import type { ImportTarget } from '../../imports/import-target.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { clientLeft } from '../client-left.ts'
import { contract, textFile } from '../contract.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import {
  ChangedSince,
  ImportInput,
  PreviewAnswer,
  PreviewInput,
  ProgressLine,
  type RememberedImport,
  RememberedList,
  RememberedQuery,
} from './imports-schemas.ts'
import { presentPlan, presentSettings } from './present-import.ts'
import { planRequest } from './read-import-request.ts'
import { runImport } from './run-import.ts'

/** A file of 10 MB as base64, and the fields around it. */
const BODY_LIMIT = 14_000_000
/** An import may fetch a file from another server and use a processor for some seconds. */
const LIMIT = { requests: 60, lengthMs: 60_000 }

const ById = Type.Object({ id: Key })

/** Imports into a calendar: preview, import, and recent imports to repeat. */
export function importRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Import Data', tooLarge: TOO_LARGE } as const
    const tags = ['Import']
    const bodyLimit = BODY_LIMIT

    app.post<{ Body: PreviewInput }>(
      '/imports/preview',
      {
        config,
        bodyLimit,
        schema: contract({
          id: 'previewImport',
          tags,
          summary: 'What an import would do, without doing it',
          body: PreviewInput,
          answers: { 200: PreviewAnswer },
        }),
      },
      async (req, reply) => {
        const { preview } = await plan(req, reply, req.body)
        return { data: preview, ...OK }
      },
    )

    app.post<{ Body: ImportInput }>(
      '/imports',
      {
        config,
        bodyLimit,
        schema: contract({
          id: 'runImport',
          tags,
          summary: 'Carry an import out, as its preview said',
          body: ImportInput,
          answers: { 200: textFile('application/x-ndjson', ProgressLine), 409: ChangedSince },
        }),
      },
      async (req, reply) => {
        const { preview, target, planned } = await plan(req, reply, req.body)
        if (preview.digest !== req.body.digest) {
          const statusLong = 'The file or the calendar changed since the preview. Look at the new one'
          return reply.code(409).send({ status: '409', statusLong, data: preview })
        }
        reply.header('content-type', 'application/x-ndjson; charset=utf-8')
        return reply.send(runImport(ctx, req, reply, target, planned))
      },
    )

    app.get<{ Querystring: RememberedQuery }>(
      '/imports',
      {
        // The URL may give access to a private calendar, so only users who can import see it.
        config: { role: 'editor' },
        schema: contract({
          id: 'listImports',
          tags,
          summary: 'The last imports, to do again',
          query: RememberedQuery,
          answers: { 200: RememberedList },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const sources = await listImportSources(ctx.db, id)
        const ids = [...new Set(sources.map((source) => source.calendarId))]
        const calendars = await listCalendarsById(ctx.db, id, ids)
        const names = new Map(calendars.map((calendar) => [calendar.id, calendar.name]))
        const known = sources.filter((source) => names.has(source.calendarId))
        const shown = known.map((source) => presentSource(source, names.get(source.calendarId)!))
        const data = chosen(shown, req.query)
        return { data, next: null, count: { value: data.length, more: false }, ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/imports/:id',
      {
        config,
        schema: contract({
          id: 'forgetImport',
          tags,
          summary: 'Forget an import; its events stay',
          params: ById,
        }),
      },
      async (req) => {
        await audited(ctx, req.actor, 'import.forget', async ({ db }) => {
          const source = await getImportSource(db, req.publisher.id, req.params.id)
          await deleteImportSource(db, req.publisher.id, source.id)
          const subject = { kind: 'calendar', id: source.calendarId }
          return { result: undefined, subject, before: { from: sourceLabel(source) } }
        })
        return OK
      },
    )
    return Promise.resolve()
  }

  async function plan(req: FastifyRequest, reply: FastifyReply, input: PreviewInput) {
    const { publisher } = req
    const calendar = await getCalendar(ctx.db, publisher.id, input.calendarId)
    await requireWithinLimit(ctx, reply, publisher.id, 'import', LIMIT)
    const target: ImportTarget = { publisher, calendar }
    const planned = await planRequest(ctx, target, input, clientLeft(reply))
    const { source, file, plan, options } = planned
    return { target, planned, preview: await presentPlan(ctx.db, target, source, file, plan, options) }
  }
}

/** Filters and sorts the remembered imports. */
function chosen(imports: RememberedImport[], { q = '', sort = '' }: RememberedQuery): RememberedImport[] {
  const text = q.trim().toLowerCase()
  const found = imports.filter(({ name, calendar }) =>
    `${name}\n${calendar.name}`.toLowerCase().includes(text),
  )
  const column = sort.replace('-', '') || 'lastRun'
  const key = (entry: RememberedImport) =>
    column === 'calendar' ? entry.calendar.name : column === 'name' ? entry.name : entry.lastRun
  const sign = sort.startsWith('-') || sort === '' ? -1 : 1
  return found.sort((a, b) => sign * key(a).localeCompare(key(b), 'en'))
}

function presentSource(source: ImportSource, calendarName: string): RememberedImport {
  return {
    id: source.id,
    calendar: { id: source.calendarId, name: calendarName },
    kind: source.kind,
    name: source.name,
    ...presentSettings(source.options),
    lastRun: new Date(source.lastRunAt).toISOString(),
    lastResult: source.lastResult,
  }
}
