import { createHash } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isUsable } from '../../publishers/api-key.ts'
import { findApiKey } from '../../publishers/api-key-store.ts'
import { isCurrent, isSignedWith, readTicket, type Ticket } from '../../signing/ticket.ts'
import { isUsedNonce, takeNonce } from '../../signing/used-nonce.ts'
import { emailKey } from '../../subscribers/subscriber.ts'
import type { Widget } from '../../widgets/widget.ts'

/**
 * Takes a ticket for this widget and address, and returns it. Throws `forbidden` if it is not good. Only the same
 * form may send it again, known by its `Idempotency-Key`: after a lost response, or another choice of calendars.
 */
export async function takeTicket(
  ctx: AppContext,
  widget: Widget,
  email: string,
  text: string,
  idempotencyKey: string,
): Promise<Ticket> {
  const ticket = await readSigned(ctx, widget, text)
  if (!isCurrent(ticket, ctx.now())) throw refusal('has expired, or is good for more than 10 minutes')
  if (ticket.widgetId !== widget.id) throw refusal('is for another widget')
  if (emailKey(ticket.email) !== emailKey(email)) throw refusal('is for another address')
  if (!(await mayUse(ctx, widget.publisherId, ticket, idempotencyKey))) throw refusal('was used before')
  return ticket
}

/** Returns a ticket that an unrestricted key of the widget's publisher has signed. */
async function readSigned(ctx: AppContext, { publisherId }: Widget, text: string): Promise<Ticket> {
  const unchecked = readTicket(text)
  const key = unchecked && (await findApiKey(ctx.db, publisherId, unchecked.ticket.apiKey))
  if (!unchecked || !key || !isSignedWith(key.secret, unchecked))
    throw refusal('does not match its signature')
  if (!isUsable(key, ctx.now())) throw new AppError('forbidden', 'The API Key is not active')
  // A browser brings the ticket, so nobody knows from which address it was signed.
  if (key.scope !== 'full' || key.addresses.length > 0)
    throw new AppError('forbidden', 'The API Key may not sign tickets: its rights are narrowed')
  return unchecked.ticket
}

async function mayUse(
  { database, now }: AppContext,
  publisherId: number,
  { apiKey, nonce }: Ticket,
  idempotencyKey: string,
): Promise<boolean> {
  const space = `ticket ${apiKey}`
  const form = `${nonce} ${createHash('sha256').update(idempotencyKey).digest('base64url')}`
  if (!(await takeNonce(database.limits, publisherId, space, nonce, now())))
    return idempotencyKey !== '' && isUsedNonce(database.limits, publisherId, space, form)
  if (idempotencyKey !== '') await takeNonce(database.limits, publisherId, space, form, now())
  return true
}

function refusal(why: string): AppError {
  return new AppError('forbidden', `The ticket ${why}`)
}
