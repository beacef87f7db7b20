import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { ALERT_STATES } from '../../alerts/alert.ts'
import { SUGGESTED_RULE } from '../../alerts/alert-rule.ts'
import { deleteRule, getRule, listRules } from '../../alerts/alert-rule-store.ts'
import { changeState, getAlert, listAlerts } from '../../alerts/alert-store.ts'
import { changeRule, createRule } from '../../alerts/save-rule.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { Id } from '../../schemas.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  AlertAnswer,
  AlertRuleAnswer,
  AlertRuleInput,
  AlertRulesAnswer,
  AlertsAnswer,
  MailPreviewAnswer,
  oneOf,
} from './alerts-schemas.ts'
import { presentAlerts, presentRule, suggestedRule } from './present-alert.ts'
import { sampleMail } from './sample-mail.ts'

const USUAL = 20
const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }
const Page = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 100, accepts: 'the `next` of an earlier answer' })),
  state: Type.Optional(oneOf(ALERT_STATES)),
  eventId: Type.Optional(Id),
})
const Sample = Type.Object({
  language: Type.Optional(AlertRuleInput.properties.language),
})

/** Rules that tell subscribers of changes, and the alerts they made. */
export function alertAdminRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const looking = { role: 'viewer' } as const
    const config = { role: 'editor', invalid: 'Invalid Alert Data' } as const
    const tags = ['Alerts']

    app.get(
      '/alert-rules',
      {
        config: looking,
        schema: contract({
          id: 'listAlertRules',
          tags,
          summary: 'List the rules that tell subscribers of changes',
          answers: { 200: AlertRulesAnswer },
        }),
      },
      async (req) => ({
        data: (await listRules(ctx.db, req.publisher.id)).map(presentRule),
        suggested: suggestedRule(),
        ...OK,
      }),
    )

    app.post<{ Body: AlertRuleInput }>(
      '/alert-rules',
      {
        config,
        schema: contract({
          id: 'createAlertRule',
          tags,
          summary: 'Create a rule',
          description: 'It tells of changes that are made from then on.',
          body: AlertRuleInput,
          answers: { 200: AlertRuleAnswer },
        }),
      },
      async (req) => {
        const rule = await audited(ctx, req.actor, 'alert-rule.create', async (within) => {
          const created = await createRule(within, req.publisher.id, req.body)
          return { result: created, subject: { kind: 'alert-rule', id: created.id }, after: created }
        })
        return { data: presentRule(rule), ...OK }
      },
    )

    app.put<ById & { Body: AlertRuleInput }>(
      '/alert-rules/:id',
      {
        config,
        schema: contract({
          id: 'changeAlertRule',
          tags,
          summary: 'Change a rule',
          params: ById,
          body: AlertRuleInput,
          answers: { 200: AlertRuleAnswer },
        }),
      },
      async (req) => {
        const rule = await audited(ctx, req.actor, 'alert-rule.change', async (within) => {
          const before = await getRule(within.db, req.publisher.id, req.params.id)
          const after = await changeRule(within, req.publisher.id, before.id, req.body)
          return { result: after, subject: { kind: 'alert-rule', id: after.id }, before, after }
        })
        return { data: presentRule(rule), ...OK }
      },
    )

    app.delete<ById>(
      '/alert-rules/:id',
      {
        config,
        schema: contract({
          id: 'deleteAlertRule',
          tags,
          summary: 'Delete a rule',
          description: 'What waits to be told by it is not told. Alerts that began go on.',
          params: ById,
        }),
      },
      async (req) => {
        await audited(ctx, req.actor, 'alert-rule.delete', async (within) => {
          const before = await getRule(within.db, req.publisher.id, req.params.id)
          await deleteRule(within.db, req.publisher.id, before.id)
          return { result: undefined, subject: { kind: 'alert-rule', id: before.id }, before }
        })
        return OK
      },
    )

    app.get<{ Querystring: Static<typeof Page> }>(
      '/alerts',
      {
        config: looking,
        schema: contract({
          id: 'listAlerts',
          tags,
          summary: 'List alerts, the newest first',
          description: 'All, those in a `state`, or those of the event `eventId`.',
          query: Page,
          answers: { 200: AlertsAnswer },
        }),
      },
      async (req) => {
        const { cursor: before, state, eventId } = req.query
        const query = { before, state, eventId, limit: USUAL + 1 }
        const found = await listAlerts(ctx.db, req.publisher.id, query)
        const shown = found.slice(0, USUAL)
        const next = found.length > USUAL ? shown.at(-1)!.id : null
        return { data: await presentAlerts(ctx, req.publisher.id, shown), next, ...OK }
      },
    )

    app.get<{ Querystring: Static<typeof Sample> }>(
      '/alerts/sample',
      {
        config: looking,
        schema: contract({
          id: 'getSampleAlert',
          tags,
          summary: 'The mail of an alert, as subscribers would get it',
          description: 'Of the newest change that an alert would tell of, or of an invented one.',
          query: Sample,
          answers: { 200: MailPreviewAnswer },
        }),
      },
      async (req) => ({
        data: await sampleMail(ctx, req.publisher, req.query.language ?? SUGGESTED_RULE.language),
        ...OK,
      }),
    )

    app.get<ById>(
      '/alerts/:id',
      {
        config: looking,
        schema: contract({
          id: 'getAlert',
          tags,
          summary: 'One alert',
          params: ById,
          answers: { 200: AlertAnswer },
        }),
      },
      async (req) => answerOf(req),
    )

    app.post<ById>(
      '/alerts/:id/agree',
      {
        config,
        schema: contract({
          id: 'agreeToAlert',
          tags,
          summary: 'Send an alert that waits for a yes',
          description: 'Rules ask before they tell many. 403: it does not wait for one.',
          params: ById,
          answers: { 200: AlertAnswer },
        }),
      },
      async (req) => {
        await changeAlert(req, 'alert.agree', ['asking'], 'sending', 'The alert does not wait for a yes')
        return answerOf(req)
      },
    )

    app.post<ById>(
      '/alerts/:id/dismiss',
      {
        config,
        schema: contract({
          id: 'dismissAlert',
          tags,
          summary: 'Stop an alert',
          description: 'Whoever was not told yet is not told. 403: it has ended.',
          params: ById,
          answers: { 200: AlertAnswer },
        }),
      },
      async (req) => {
        const from = ['finding', 'asking', 'sending'] as const
        await changeAlert(req, 'alert.dismiss', from, 'dismissed', 'The alert has ended')
        return answerOf(req)
      },
    )
    return Promise.resolve()
  }

  async function answerOf({ publisher, params }: FastifyRequest<ById>): Promise<AlertAnswer> {
    const alert = await getAlert(ctx.db, publisher.id, params.id)
    const [data] = await presentAlerts(ctx, publisher.id, [alert])
    return { data: data!, ...OK }
  }

  async function changeAlert(
    req: FastifyRequest<ById>,
    action: string,
    from: readonly ('finding' | 'asking' | 'sending')[],
    to: 'sending' | 'dismissed',
    refusal: string,
  ): Promise<void> {
    await audited(ctx, req.actor, action, async ({ db }) => {
      const before = await getAlert(db, req.publisher.id, req.params.id)
      const state = from.find((own) => own === before.state)
      if (!state || !(await changeState(db, before, state, to))) throw new AppError('forbidden', refusal)
      const subject = { kind: 'alert', id: before.id }
      return { result: undefined, subject, before: { state }, after: { state: to } }
    })
  }
}
