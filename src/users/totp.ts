import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** A code of the step before and after is good too, for clocks that differ. */
const WINDOW = 1

/** A secret for an authenticator application: 160 random bits, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the application reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString()
}

/** The time step a code belongs to; undefined when it is wrong. Each step is to be taken once. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totp(secret, '').validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Fasti', label: label || 'Fasti', period: PERIOD_S, digits: 6, secret })
}
