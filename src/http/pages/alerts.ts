import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findAlertChoice, switchAlerts } from '../../alerts/switch-alerts.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LinkTarget } from '../../links/links.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { rememberLanguage } from '../../subscribers/remember-language.ts'
import { LANGUAGES } from '../../words/index.ts'
import { say } from '../../words/say.ts'
import { requireFormRate } from '../widget/forms.ts'
import type { FindAssets } from './assets.ts'
import { languageOf } from './language.ts'
import { sendMessage } from './page.ts'

/** `List-Unsubscribe=One-Click` is a few octets; a form of a mail program may add parts. */
const BODY_LIMIT = 10_000

type WithToken = FastifyRequest<{ Params: { token: string } }>

/**
 * The page behind the link of an alert. GET shows a button, since programs open links in mails. POST switches alerts
 * off at once, as RFC 8058 asks (section 3.2), whatever its body, or on again by the page's own form.
 */
export function alertPages(ctx: AppContext, assets: FindAssets) {
  return (app: FastifyInstance) => {
    const schema = { hide: true }

    app.get<{ Params: { token: string } }>('/alerts/:token', { schema }, async (req, reply) => {
      const target = readTarget(req)
      const isOn = (await findAlertChoice(ctx.db, target.publisherId, target.id)) === 'on'
      return show(req, reply, target, isOn ? 'on' : 'off')
    })

    app.post<{ Params: { token: string } }>(
      '/alerts/:token',
      { schema, bodyLimit: BODY_LIMIT },
      async (req, reply) => {
        const target = readTarget(req)
        await requireFormRate(ctx, req, reply, target)
        const { publisherId, id } = target
        if ((await findAlertChoice(ctx.db, publisherId, id)) === undefined)
          throw new AppError('not_found', 'Not Found')
        const body = Buffer.isBuffer(req.body) ? req.body.toString('latin1') : ''
        const choice = /(^|&)alerts=on($|&)/.test(body) ? 'on' : 'off'
        await switchAlerts(ctx.db, publisherId, id, choice)
        // Mail programs name no language when they switch off.
        if (req.headers['accept-language']) await rememberLanguage(ctx, publisherId, id, languageOf(req))
        return show(req, reply, target, choice, true)
      },
    )
    return Promise.resolve()
  }

  function readTarget(req: WithToken): LinkTarget {
    const target = ctx.links.read('alerts', req.params.token)
    if (!target) throw new AppError('not_found', 'Not Found')
    return target
  }

  async function show(
    req: FastifyRequest,
    reply: FastifyReply,
    { publisherId }: LinkTarget,
    choice: 'on' | 'off',
    changed = false,
  ): Promise<FastifyReply> {
    const words = LANGUAGES[languageOf(req)].alerts
    const { company } = await getPublisher(ctx.db, publisherId)
    const text = choice === 'off' ? words.done : changed ? words.doneAgain : words.text
    const button = choice === 'off' ? words.again : words.button
    return sendMessage(req, reply, assets('message'), {
      title: words.title,
      text: say(text, { publisher: company }),
      form: { button, name: 'alerts', value: choice === 'off' ? 'on' : 'off' },
    })
  }
}
