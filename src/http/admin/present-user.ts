import type { FastifyRequest } from 'fastify'
import type { Publisher } from '../../publishers/publisher.ts'
import { csrfToken } from '../../users/session.ts'
import type { Role, User } from '../../users/user.ts'
import type { Me, Person } from './people-schemas.ts'

/** Somebody as colleagues see them. */
export function presentPerson(user: User): Person {
  const { id, email, name, role, language, disabled, created, lastSignIn } = user
  return {
    id,
    email,
    name,
    role,
    language,
    disabled,
    invited: lastSignIn === null,
    totp: user.totpConfirmed,
    created: new Date(created).toISOString(),
    lastSignIn: lastSignIn === null ? null : new Date(lastSignIn).toISOString(),
  }
}

/** What the portal has to know of who is signed in. A program is nobody, and needs no token. */
export function presentMe(
  user: User | null,
  role: Role,
  publisher: Publisher,
  sessionToken: string,
  partner: boolean,
): Me {
  const { id, company, timezone, parentId } = publisher
  return {
    user: user && {
      ...presentPerson(user),
      password: user.passwordHash !== null,
      backupCodes: user.backupCodes.length,
      publisherId: user.publisherId,
    },
    publisher: { id, company, timezone, parentId },
    role,
    partner,
    csrf: sessionToken === '' ? null : csrfToken(sessionToken),
  }
}

export type { Me }

/** The part of a request that the log of sessions keeps. */
export function agentOf(req: FastifyRequest): string {
  return req.headers['user-agent'] ?? ''
}
