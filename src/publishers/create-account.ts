import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { imageUrl } from '../images/image.ts'
import { insertImage } from '../images/image-store.ts'
import { type Actor, audit } from '../users/audit.ts'
import { type Invitation, inviteUser, mailInvitation } from '../users/invite.ts'
import type { AccountFields } from './account.ts'
import { hasReference, insertAccount } from './account-store.ts'
import { addPublisher, emailIsTaken, emailTaken, type NewPublisher } from './create-publisher.ts'
import { LOGO_NAMES, type LogoName } from './logos.ts'
import { type Publisher, type PublisherSettings, requirePartner } from './publisher.ts'
import { readAccount } from './read-account.ts'

/** Where a publisher's settings keep each logo. */
const SETTING: Record<LogoName, 'logo' | 'calendarLogo'> = {
  companyLogo: 'logo',
  scheduleLogo: 'calendarLogo',
}

interface NewLogo {
  name: LogoName
  /** The address pages show it from. */
  url: string
  /** What is to be stored; undefined: it stays where it is. */
  image?: { id: string; contentType: string; bytes: Buffer }
}

/**
 * Creates a sub-account of a partner with all it needs to begin, its logos included, or nothing of it. Its owner is
 * invited to set a password. Not to be called within a transaction: it may wait ten seconds for somebody's server.
 */
export async function createAccount(
  ctx: AppContext,
  partner: Publisher,
  input: unknown,
  madeBy: Pick<Actor, 'kind' | 'id' | 'name' | 'requestId'>,
): Promise<NewPublisher> {
  requirePartner(partner)
  const account = await soundAccount(ctx, partner, input)
  const logos = await getLogos(ctx, partner, account)
  const details = toPublisher(partner, account, logos)
  const { created, invited } = await transact(ctx.db, async (tx) => {
    const now = ctx.now()
    const created = await addPublisher(tx, details, now)
    const publisherId = created.publisher.id
    const { reference } = account
    const entry = { id: publisherId, reference, details: account.details }
    if (!(await insertAccount(tx, partner.id, entry, now))) throw referenceTaken(reference)
    for (const { image } of logos) if (image) await insertImage(tx, { ...image, publisherId }, now)
    const actor = { ...madeBy, homeId: partner.id, publisherId: partner.id, at: now }
    const subject = { kind: 'account', id: String(publisherId) }
    await audit(tx, actor, 'account.create', subject, null, forLog(account))
    const invited = await inviteUser(tx, { ...actor, publisherId }, ownerOf(account))
    return { created, invited }
  })
  mailInvitation(ctx, created.publisher, invited)
  return created
}

/** Refuses with all that is wrong. What is taken is asked again, and for good, in the transaction. */
async function soundAccount(ctx: AppContext, partner: Publisher, input: unknown): Promise<AccountFields> {
  const { account, errors } = readAccount(input)
  if (ctx.config.fetchLogos) {
    for (const name of LOGO_NAMES) {
      const field = `custom.${name}`
      const reason = errors[field] === undefined && account[name] && ctx.logos.check(account[name])
      if (reason) errors[field] = `Account ${field} ${reason}`
    }
  }
  if (!errors.email && (await emailIsTaken(ctx.db, account.email))) errors.email = emailTaken(account.email)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (await hasReference(ctx.db, partner.id, account.reference)) throw referenceTaken(account.reference)
  return account
}

async function getLogos(ctx: AppContext, partner: Publisher, account: AccountFields): Promise<NewLogo[]> {
  const names = LOGO_NAMES.filter((name) => account[name])
  if (!ctx.config.fetchLogos) return names.map((name) => ({ name, url: account[name]! }))
  const fetched = await ctx.logos.fetch(partner.id, account)
  return names.map((name) => {
    const image = { id: newId(ctx.now()), contentType: 'image/png', bytes: fetched[name]! }
    return { name, url: imageUrl(ctx.config.http.publicUrl, image), image }
  })
}

function toPublisher(
  partner: Publisher,
  account: AccountFields,
  logos: NewLogo[],
): Parameters<typeof addPublisher>[1] {
  const { email, firstName, lastName, company, timezone } = account
  const { displayPrimaryColor, displaySecondaryColor } = account
  const settings: PublisherSettings = {
    ...(displayPrimaryColor && { displayPrimaryColor }),
    ...(displaySecondaryColor && { displaySecondaryColor }),
    ...Object.fromEntries(logos.map(({ name, url }) => [SETTING[name], url])),
  }
  return { parentId: partner.id, partner: false, email, firstName, lastName, company, timezone, settings }
}

function ownerOf({ email, firstName, lastName }: AccountFields): Invitation {
  return { email, name: `${firstName} ${lastName}`, role: 'owner', language: 'en' }
}

function forLog({ email, company, reference, timezone }: AccountFields) {
  return { email, company, reference, timezone }
}

function referenceTaken(reference: string): AppError {
  return new AppError('conflict', `The account with reference [${reference}] already exists`)
}
