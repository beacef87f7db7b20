import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { createPublisher } from '../publishers/create-publisher.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { hasPublisher } from '../publishers/publisher-store.ts'
import { isTimeZone } from '../time/zone.ts'
import type { Language } from '../words/index.ts'
import { audit } from './audit.ts'
import { hashNewPassword } from './change-password.ts'
import { newUser } from './invite.ts'
import { findLink, insertLink, linkUrl, takeLink } from './sign-in-link.ts'
import { actorOf, type Arrival, type SignedIn, startSession } from './start-session.ts'
import { insertUser } from './user-store.ts'

/** Links of the first start belong to no publisher: there is none. */
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

/** A link to set the first publisher up with; undefined where there is one. Each start makes another, and one is enough. */
export async function setUpLink(ctx: AppContext): Promise<string | undefined> {
  if (await hasPublisher(ctx.db)) return undefined
  const token = await insertLink(ctx.db, 'set-up', { publisherId: NO_PUBLISHER, userId: null }, ctx.now())
  return linkUrl(ctx.config.http.publicUrl, 'set-up', token)
}

/** Makes the first publisher with its owner, who is signed in then. */
export async function setUp(
  ctx: AppContext,
  given: SetUp,
  arrival: Arrival,
): Promise<SignedIn & { publisher: Publisher }> {
  const now = ctx.now()
  await requireGoodLink(ctx.db, given.token, now)
  if (!isTimeZone(given.timezone))
    throw invalid({ timezone: 'Publisher timezone must be an IANA time zone name, such as Europe/London' })
  const company = given.company.trim()
  if (company === '') throw invalid({ company: 'Publisher company is required' })
  const hash = await hashNewPassword(given.password, [given.email, company], 'set-up')
  return transact(ctx.db, async (tx) => {
    await takeFirstPlace(tx, now)
    const link = await requireGoodLink(tx, given.token, now)
    if (!(await takeLink(tx, link))) throw tooLate()
    const { email, firstName, lastName, timezone, language } = given
    const details = {
      parentId: null,
      partner: false,
      email: email.trim(),
      firstName,
      lastName,
      company,
      timezone,
    }
    const { publisher } = await createPublisher({ ...ctx, db: tx }, details)
    const name = `${firstName} ${lastName}`.trim()
    const invited = newUser(publisher.id, { email, name, role: 'owner', language }, now)
    const user = { ...invited, passwordHash: hash, lastSignIn: now }
    await insertUser(tx, user)
    const subject = { kind: 'publisher', id: String(publisher.id) }
    await audit(tx, actorOf(user, arrival.requestId, now), 'publisher.set-up', subject, null, {
      company,
      timezone,
      email: user.email,
    })
    return { ...(await startSession(tx, user, 'set-up', arrival, now)), publisher }
  })
}

async function requireGoodLink(db: Db, token: string, now: number) {
  if (await hasPublisher(db)) throw tooLate()
  const link = await findLink(db, token, now)
  if (link?.purpose === 'set-up') return link
  throw new AppError(
    'forbidden',
    'This link is not good. The service writes a new one to its log at each start.',
  )
}

/** Of several who come at the same moment one goes on; the others wait for it here, and are late. */
async function takeFirstPlace(tx: Db, now: number): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('service')
    .values({ name: 'set-up', value: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw tooLate()
}

function tooLate(): AppError {
  return new AppError('forbidden', 'The service is set up already. Sign in, or ask an owner to invite you.')
}
