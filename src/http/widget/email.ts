import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { FRESH_MS } from '../../links/links.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { Email } from '../../schemas.ts'
import { askForEmail, changeEmail, readEmailChange } from '../../subscribers/change-email.ts'
import { askedEmailMail, previousEmailMail } from '../../subscribers/email-change-mails.ts'
import { getCurrentLink } from '../../subscribers/link-store.ts'
import { MAIL_LIMIT, manageLink } from '../../subscribers/manage-link.ts'
import { ensureLink } from '../../subscribers/rotate-links.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { EmailChanged, type EmailPage } from './answers.ts'
import { parseBody, requireFormRate } from './forms.ts'
import { isFromMail, keepFresh } from './fresh.ts'
import { ByToken, countedLink, needsMail } from './manage-links.ts'
import { presentPublisher } from './present.ts'

const ByMail = Type.Object({ token: Type.String({ description: 'The last part of the link in the mail.' }) })
const NewEmail = Type.Object({ email: Email }, { label: 'Subscriber' })

/** The change of a subscriber's address: asked for in the portal, and confirmed by a page that a mail links to. */
export function emailRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }

    app.post<{ Params: Static<typeof ByToken>; Body: Static<typeof NewEmail> }>(
      '/manage/:token/email',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          id: 'changeMyEmail',
          summary: 'Ask for another e-mail address',
          description:
            'A mail goes to the new address; its link confirms the change, for a day. The answer is the same whether or not somebody else has the address. Only for a browser that came from a mail within the hour. Three times an hour; beyond, the answer is 429.',
          tags: ['Portal'],
          params: ByToken,
          body: NewEmail,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { target, subscriber } = await countedLink(ctx, req, reply)
        // Not soon after the data was typed: nobody has proved then that the subscriber is theirs.
        if (!isFromMail(ctx, req.headers.cookie, target)) throw needsMail()
        const { publisherId, id } = subscriber
        await requireWithinLimit(ctx, reply, publisherId, `email ${id}`, MAIL_LIMIT)
        const publisher = await getPublisher(ctx.db, publisherId)
        const change = await askForEmail(ctx, target, req.body.email, languageOf(req))
        // The address is looked up after the response, so that neither the response nor its time tells whose it is.
        onceAnswered(reply, () => ctx.mailer.post(() => askedEmailMail(ctx, publisher, change)))
        return OK
      },
    )

    app.post<{ Params: Static<typeof ByMail> }>(
      '/email/:token',
      {
        config,
        schema: contract({
          id: 'confirmMyEmail',
          summary: 'Confirm a new e-mail address',
          description:
            'The address is the subscriber’s from now on, and the one before gets a mail. Confirming again changes nothing. The browser counts as one that came from a mail, for an hour from the first time. 403: it was asked for more than a day ago, a later request replaced it, or the address has become somebody else’s.',
          tags: ['Portal'],
          params: ByMail,
          answers: { 200: EmailChanged },
          refuses: [403, 404, 429],
        }),
      },
      async (req, reply) => {
        const target = ctx.links.read('email', req.params.token)
        if (!target) throw new AppError('not_found', 'Not Found')
        await requireFormRate(ctx, req, reply, target)
        const changed = await changeEmail(ctx, target)
        const { publisherId, subscriberId, doneAt } = changed.change
        const publisher = await getPublisher(ctx.db, publisherId)
        onceAnswered(reply, () =>
          ctx.mailer.post(() => Promise.resolve(previousEmailMail(publisher, changed))),
        )
        const link = await ensureLink(ctx, publisherId, subscriberId)
        const until = doneAt! + FRESH_MS
        if (until > ctx.now()) keepFresh(ctx, reply, link, until)
        return { ...OK, manageUrl: manageLink(ctx, link) }
      },
    )
    return Promise.resolve()
  }
}

/** Returns the data of the page that confirms a new address, or undefined for an invalid link. */
export async function emailPage(ctx: AppContext, token: string): Promise<EmailPage | undefined> {
  const target = ctx.links.read('email', token)
  if (!target) return undefined
  const publisher = presentPublisher(await getPublisher(ctx.db, target.publisherId))
  const found = await readEmailChange(ctx.db, target, ctx.now())
  if (found.state === 'over') return { state: 'over', publisher, email: '', manageUrl: '' }
  const { state, change, subscriber } = found
  const page: EmailPage = { state, publisher, email: change.email, manageUrl: '' }
  if (state !== 'done') return page
  const { publisherId, id } = subscriber
  const { number } = await getCurrentLink(ctx.db, publisherId, id)
  return { ...page, manageUrl: manageLink(ctx, { publisherId, id, number }) }
}
