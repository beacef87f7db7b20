import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import type { ConfiguredContext, OperationContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { hasPublisher } from '../publishers/publisher-store.ts'
import { isTimeZone } from '../time/zone.ts'
import { note } from '../users/audit.ts'
import { hashNewPassword } from '../users/change-password.ts'
import { newUser } from '../users/invite.ts'
import { findLink, insertLink, linkUrl, takeLink } from '../users/sign-in-link.ts'
import { actorOf, type Arrival, type SignedIn, startSession } from '../users/start-session.ts'
import { insertUser } from '../users/user-store.ts'
import type { Language } from '../words/index.ts'
import { createPublisher } from './create-publisher.ts'

/** Set-up links belong to no publisher, as there is none yet. */
const NO_PUBLISHER = 0

export interface SetUp {
  token: string
  email: string
  company: string
  firstName: string
  lastName: string
  timezone: string
  password: string
  language: Language
}

/**
 * Returns a link for setting up the first publisher, or undefined if one exists. Each start makes a new link;
 * any of them works once.
 */
export async function setUpLink(ctx: ConfiguredContext): Promise<string | undefined> {
  if (await hasPublisher(ctx.db)) return undefined
  const token = await insertLink(ctx.db, 'set-up', { publisherId: NO_PUBLISHER, userId: null }, ctx.now())
  return linkUrl(ctx.config.http.publicUrl, 'set-up', token)
}

/** Creates the first publisher and its owner, and signs the owner in. */
export async function setUp(
  ctx: OperationContext,
  input: SetUp,
  arrival: Arrival,
): Promise<SignedIn & { publisher: Publisher }> {
  const now = ctx.now()
  await getSetUpLink(ctx.db, input.token, now)
  if (!isTimeZone(input.timezone))
    throw invalid({ timezone: 'Publisher timezone must be an IANA time zone name, such as Europe/London' })
  const company = input.company.trim()
  if (company === '') throw invalid({ company: 'Publisher company is required' })
  const hash = await hashNewPassword(input.password, [input.email, company], 'set-up')
  return transact(ctx.db, async (tx) => {
    await claimSetUp(tx, now)
    const link = await getSetUpLink(tx, input.token, now)
    if (!(await takeLink(tx, link))) throw alreadySetUp()
    const { email, firstName, lastName, timezone, language } = input
    const details = {
      parentId: null,
      partner: false,
      email: email.trim(),
      firstName,
      lastName,
      company,
      timezone,
    }
    const { publisher } = await createPublisher({ ...ctx, db: tx }, details, language)
    const name = `${firstName} ${lastName}`.trim()
    const invited = newUser(publisher.id, { email, name, role: 'owner', language }, now)
    const user = { ...invited, passwordHash: hash, lastSignIn: now }
    await insertUser(tx, user)
    // Not `audited`: the actor of this change is the user it makes.
    const subject = { kind: 'publisher', id: String(publisher.id) }
    await note(tx, actorOf(user, arrival.requestId, now), 'publisher.set-up', subject, {
      company,
      timezone,
      email: user.email,
    })
    return { ...(await startSession(tx, user, 'set-up', arrival, now)), publisher }
  })
}

async function getSetUpLink(db: Db, token: string, now: number) {
  if (await hasPublisher(db)) throw alreadySetUp()
  const link = await findLink(db, token, now)
  if (link?.purpose === 'set-up') return link
  throw new AppError(
    'forbidden',
    'This link is not good. The service writes a new one to its log at each start.',
    { kind: 'set_up_link_wrong' },
  )
}

/** Lets one of several concurrent set-ups proceed. The others wait here for its commit and fail. */
async function claimSetUp(tx: Db, now: number): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('service')
    .values({ name: 'set-up', value: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw alreadySetUp()
}

function alreadySetUp(): AppError {
  return new AppError('forbidden', 'The service is set up already. Sign in, or ask an owner to invite you.', {
    kind: 'set_up_done',
  })
}
