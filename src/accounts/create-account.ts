import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { imageUrl } from '../images/image.ts'
import { findImage, insertImage } from '../images/image-store.ts'
import { type Publisher, type PublisherSettings, requirePartner } from '../publishers/publisher.ts'
import { type Actor, audited } from '../users/audit.ts'
import { type Invitation, inviteUser, mailInvitation } from '../users/invite.ts'
import type { AccountFields } from './account.ts'
import { hasReference, insertAccount } from './account-store.ts'
import { addPublisher, emailIsTaken, emailTaken, type NewPublisher } from './create-publisher.ts'
import { LOGO_NAMES, type LogoName } from './logos.ts'
import { readAccount } from './read-account.ts'

/** The setting of a publisher for each logo. */
const SETTING: Record<LogoName, 'logo' | 'calendarLogo'> = {
  companyLogo: 'logo',
  scheduleLogo: 'calendarLogo',
}

interface NewLogo {
  name: LogoName
  /** The URL that pages show it from. */
  url: string
  /** The image to store; undefined if it stays on the partner's server. */
  image?: { id: string; contentType: string; bytes: Uint8Array }
}

/**
 * Creates a sub-account of a partner, with its logos, in one transaction, and invites its owner to set a
 * password. Don't call it within a transaction: fetching logos may take ten seconds.
 */
export async function createAccount(
  ctx: AppContext,
  partner: Publisher,
  input: unknown,
  madeBy: Pick<Actor, 'kind' | 'id' | 'name' | 'requestId'>,
): Promise<NewPublisher> {
  requirePartner(partner)
  const account = await validateAccount(ctx, partner, input)
  const logos = await getLogos(ctx, partner, account)
  const details = toPublisher(partner, account, logos)
  const { created, invited } = await transact(ctx.db, async (tx) => {
    const now = ctx.now()
    const actor = { ...madeBy, homeId: partner.id, publisherId: partner.id, at: now }
    const created = await audited({ db: tx }, actor, 'account.create', async ({ db }) => {
      const added = await addPublisher(db, details, now)
      const publisherId = added.publisher.id
      const { reference } = account
      const entry = { id: publisherId, reference, details: account.details }
      if (!(await insertAccount(db, partner.id, entry, now))) throw referenceTaken(reference)
      for (const { image } of logos) if (image) await insertImage(db, { ...image, publisherId }, now)
      return { result: added, subject: { kind: 'account', id: String(publisherId) }, after: forLog(account) }
    })
    const toAccount = { ...actor, publisherId: created.publisher.id }
    return { created, invited: await inviteUser(tx, toAccount, ownerOf(account)) }
  })
  mailInvitation(ctx, created.publisher, invited)
  return created
}

/**
 * Throws one error with all faults of the input. E-mail and reference are checked again in the transaction.
 */
async function validateAccount(ctx: AppContext, partner: Publisher, input: unknown): Promise<AccountFields> {
  const { account, errors } = readAccount(input)
  if (ctx.config.fetchLogos) {
    for (const name of LOGO_NAMES) {
      const field = `custom.${name}`
      if (errors[field] !== undefined || uploadedId(ctx, account[name]) !== undefined) continue
      const reason = account[name] && ctx.logos.check(account[name])
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
  const uploaded = await findUploaded(ctx, partner, account)
  const elsewhere = Object.fromEntries(
    names.filter((name) => !uploaded[name]).map((name) => [name, account[name]]),
  )
  const fetched = ctx.config.fetchLogos ? await ctx.logos.fetch(partner.id, elsewhere) : {}
  return names.map((name) => {
    const bytes = uploaded[name] ?? fetched[name]
    if (!bytes) return { name, url: account[name]! }
    const image = { id: newId(ctx.now()), contentType: 'image/png', bytes }
    return { name, url: imageUrl(ctx.config.http.publicUrl, image), image }
  })
}

/**
 * Returns the pictures that the partner's users have uploaded for the account, which gets a copy: those of the
 * partner are removed when nothing of the partner shows them.
 */
async function findUploaded(ctx: AppContext, partner: Publisher, account: AccountFields) {
  const found: Partial<Record<LogoName, Uint8Array>> = {}
  for (const name of LOGO_NAMES) {
    const id = uploadedId(ctx, account[name])
    const image = id && (await findImage(ctx.db, partner.id, id))
    if (image) found[name] = image.bytes
  }
  return found
}

/** Returns the id of a picture that this service has; undefined for other addresses. */
function uploadedId({ config }: AppContext, url: string | undefined): string | undefined {
  const id = url && /([0-9a-f]{24})\.png$/.exec(url)?.[1]
  return id && url === imageUrl(config.http.publicUrl, { id }) ? id : undefined
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
  return new AppError('conflict', `The account with reference [${reference}] already exists`, {
    kind: 'reference_taken',
  })
}
