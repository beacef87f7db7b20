import type { FastifyRequest } from 'fastify'
import type { Publisher } from '../../publishers/publisher.ts'
import { csrfToken } from '../../users/session.ts'
import type { Role, User } from '../../users/user.ts'
import type { Me, UserRecord } from './users-schemas.ts'

/** Presents a user in the list of users. */
export function presentUser(user: User): UserRecord {
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

/** Presents the signed-in user to the admin portal. For a program there is no user and no token. */
export function presentMe(
  user: User | null,
  role: Role,
  publisher: Publisher,
  sessionToken: string,
  { partner, google }: Pick<Me, 'partner' | 'google'>,
): Me {
  const { id, company, timezone, parentId } = publisher
  return {
    user: user && {
      ...presentUser(user),
      password: user.passwordHash !== null,
      backupCodes: user.backupCodes.length,
      publisherId: user.publisherId,
    },
    publisher: { id, company, timezone, parentId },
    role,
    partner,
    google,
    csrf: sessionToken === '' ? null : csrfToken(sessionToken),
  }
}

export type { Me }

/** Returns the user agent for the audit log. */
export function agentOf(req: FastifyRequest): string {
  return req.headers['user-agent'] ?? ''
}
