import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LONGEST_MS } from '../../users/session.ts'
import { userEmailKey } from '../../users/user.ts'

const A_YEAR_S = 365 * 86_400

/** Cookies of signed-in users. */
export interface Cookies {
  session(req: FastifyRequest): string
  keepSession(reply: FastifyReply, token: string): void
  dropSession(reply: FastifyReply): void
  /** Returns an id of this browser if a user with this e-mail address has signed in with it before. */
  device(req: FastifyRequest, email: string): string | undefined
  keepDevice(req: FastifyRequest, reply: FastifyReply, email: string): void
}

/**
 * Creates the reader and writer of cookies. Over https, cookies are Secure and named `__Host-…`, which
 * browsers accept from this host only, not from another host of the domain. SameSite is Lax, because with
 * Strict users who follow a link into the admin portal from a mail or another site would look signed out. The CSRF
 * token and the check of the origin give the protection against forged changes that Strict would add.
 */
export function createCookies(publicUrl: string, deviceKey: string): Cookies {
  const secure = publicUrl.startsWith('https:')
  const [session, device] = [cookieName('session', publicUrl), cookieName('device', publicUrl)]
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const set = (reply: FastifyReply, name: string, value: string, seconds: number) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}${attributes}`)
  const mac = (email: string, name: string) =>
    createHmac('sha256', deviceKey)
      .update(`${name} ${userEmailKey(email)}`)
      .digest('base64url')

  function deviceOf(req: FastifyRequest, email: string): string | undefined {
    const [name = '', given = ''] = readCookie(req, device).split('.')
    const [a, b] = [Buffer.from(given), Buffer.from(mac(email, name))]
    return a.length === b.length && timingSafeEqual(a, b) ? name : undefined
  }

  return {
    session: (req) => sessionTokenOf(req, publicUrl),
    keepSession: (reply, token) => set(reply, session, token, LONGEST_MS / 1000),
    dropSession: (reply) => set(reply, session, '', 0),
    device: deviceOf,
    keepDevice(req, reply, email) {
      if (deviceOf(req, email) !== undefined) return
      const name = randomBytes(12).toString('base64url')
      set(reply, device, `${name}.${mac(email, name)}`, A_YEAR_S)
    },
  }
}

/** Returns the token of the session that a request was sent in; empty if there is none. */
export function sessionTokenOf(req: FastifyRequest, publicUrl: string): string {
  return readCookie(req, cookieName('session', publicUrl))
}

function cookieName(name: 'session' | 'device', publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}fasti_${name}`
}

/** Returns the value of a cookie, or an empty text. Our values need no decoding. */
function readCookie(req: FastifyRequest, name: string): string {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
