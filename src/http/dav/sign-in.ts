import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type DavAccount, deviceOf, openAccount } from '../../dav/account.ts'
import { requireDeviceTurn } from '../../users/throttle.ts'
import { networkOf } from '../network-of.ts'
import { DavError } from './dav-error.ts'

const CHALLENGE = 'Basic realm="Fasti", charset="UTF-8"'
const BASIC = /^Basic +([A-Za-z0-9+/=_-]{1,2000}) *$/i

/**
 * Opens the account of a request by the password of a device (RFC 7617). The user name is not looked at: it only tells
 * people whose account it is. A password that we did not make is counted; one of a device that was revoked is not, since
 * its application goes on asking and guesses nothing.
 */
export async function signInDevice(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
): Promise<DavAccount> {
  requireTls(ctx, req)
  const password = passwordOf(req.headers.authorization)
  const target = password === undefined ? undefined : deviceOf(ctx, password)
  if (password !== undefined && !target) await requireDeviceTurn(ctx, networkOf(req.ip))
  const account = target && (await openAccount(ctx, target))
  if (account) return account
  reply.header('www-authenticate', CHALLENGE)
  throw new DavError(401, 'Sign in with the password that you made for this device')
}

/** A password would be readable on its way. */
function requireTls({ config }: AppContext, req: FastifyRequest): void {
  const wantsTls = config.http.publicUrl.startsWith('https:')
  if (wantsTls && req.headers['x-forwarded-proto'] === 'http')
    throw new DavError(403, `Use ${config.http.publicUrl}: a password must not be sent without encryption`)
}

function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  const colon = decoded.indexOf(':')
  return colon === -1 ? undefined : decoded.slice(colon + 1)
}
