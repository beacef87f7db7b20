import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import type { AuditEntry } from '../../users/audit.ts'
import { type AuditFilter, listEntries } from '../../users/audit-store.ts'
import { OK } from '../answer.ts'
import { contract, textFile } from '../contract.ts'
import { LogAnswer, type LogEntry } from './audit-log-schemas.ts'
import { namesOfSubjects } from './subject-names.ts'
import { Instant, readInstant } from './user-fields.ts'

const PAGE = 50
const EXPORT_PAGE = 500

const filters = {
  actor: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a user, or an API key.' })),
  action: Type.Optional(
    Type.String({
      pattern: '^([a-z0-9-]{1,40}(\\.[a-z0-9-]{1,40})?)?$',
      accepts: 'an action such as widget.change, or widget',
    }),
  ),
  subject: Type.Optional(
    Type.String({
      pattern: '^([a-z0-9-]{1,40}(:.{1,255})?)?$',
      accepts: 'a kind such as widget, or a kind and an id such as widget:01a1fdb1c7a34f543d216de0',
    }),
  ),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}
const Filters = Type.Object(filters)
const Query = Type.Object({
  ...filters,
  cursor: Type.Optional(Type.String({ maxLength: 100, accepts: 'the `next` of an earlier answer' })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

/** The audit log, newest entries first. */
export function auditLogRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Audit log']
    const config = { role: 'owner' } as const

    app.get<{ Querystring: Static<typeof Query> }>(
      '/audit-log',
      {
        config,
        schema: contract({
          id: 'listAuditLog',
          tags,
          summary: 'Who changed what',
          query: Query,
          answers: { 200: LogAnswer },
        }),
      },
      async (req) => {
        const { cursor = '', limit = String(PAGE) } = req.query
        const entries = await listEntries(
          ctx.db,
          req.publisher.id,
          filterOf(req.query),
          cursor,
          Number(limit) + 1,
        )
        const more = entries.length > Number(limit)
        const shown = more ? entries.slice(0, -1) : entries
        const names = await namesOfSubjects(ctx.db, req.publisher.id, shown)
        return {
          data: shown.map((entry) => presentEntry(entry, names)),
          next: more ? shown.at(-1)!.id : null,
          ...OK,
        }
      },
    )

    app.get<{ Querystring: Static<typeof Filters> }>(
      '/audit-log.csv',
      {
        config,
        schema: contract({
          id: 'downloadAuditLog',
          tags,
          summary: 'Download the log as CSV',
          query: Filters,
          answers: { 200: textFile('text/csv') },
        }),
      },
      (req, reply) =>
        reply
          .headers({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="audit-log.csv"',
          })
          .send(Readable.from(lines(req.publisher.id, filterOf(req.query)))),
    )
    return Promise.resolve()
  }

  /** Yields one page at a time, so that memory does not depend on the number. */
  async function* lines(publisherId: number, filter: AuditFilter) {
    yield csvLine(COLUMNS)
    let before = ''
    for (;;) {
      const entries = await listEntries(ctx.db, publisherId, filter, before, EXPORT_PAGE)
      for (const entry of entries) yield csvLine(cells(entry))
      if (entries.length < EXPORT_PAGE) return
      before = entries.at(-1)!.id
    }
  }
}

function filterOf({ actor, action, subject, from, to }: Static<typeof Filters>): AuditFilter {
  const [subjectKind, ...rest] = (subject ?? '').split(':')
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(subjectKind && { subjectKind }),
    ...(rest.length > 0 && { subjectId: rest.join(':') }),
    ...(from && { from: readInstant(from, 'from', 'Parameter') }),
    ...(to && { to: readInstant(to, 'to', 'Parameter') }),
  }
}

function presentEntry(
  { publisherId: _, at, subject, ...entry }: AuditEntry,
  names: Map<string, string>,
): LogEntry {
  const name = names.get(subject.id) ?? ''
  return { ...entry, subject: { ...subject, name }, at: new Date(at).toISOString() }
}

const COLUMNS =
  'at actor actorKind actorId actorPublisherId action subjectKind subjectId before after requestId'.split(' ')

function cells({ at, actor, action, subject, before, after, requestId }: AuditEntry): string[] {
  const json = (fields: object | null) => (fields ? JSON.stringify(fields) : '')
  return [
    new Date(at).toISOString(),
    ...[actor.name, actor.kind, actor.id, String(actor.publisherId)],
    ...[action, subject.kind, subject.id],
    ...[json(before), json(after), requestId],
  ]
}
