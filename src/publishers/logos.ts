import { AppError, type FieldErrors, invalid } from '../errors.ts'
import { type FetchedFile, fetchFile } from '../images/fetch-file.ts'
import { type LogoRule, type MadeLogo, makeLogo } from '../images/make-logo.ts'
import { checkCallbackUrl } from '../webhooks/address-guard.ts'
import type { Resolve } from '../webhooks/guarded-connect.ts'
import type { AccountFields } from './account.ts'

/** The logos of a sub-account, and what each has to be. */
const RULES = {
  companyLogo: { maxBytes: 100 * 2 ** 10, exact: true },
  scheduleLogo: { maxBytes: 2 * 2 ** 20, exact: false },
} satisfies Record<string, LogoRule>

export type LogoName = keyof typeof RULES
export const LOGO_NAMES = Object.keys(RULES) as LogoName[]

type Addresses = Pick<AccountFields, LogoName>

/** Accounts whose logos are fetched at the same moment: each may hold some megabytes for ten seconds. */
const IN_ALL = 32
const PER_PARTNER = 4

export interface Logos {
  /** What is wrong with an address, as far as it can be told without going there. */
  check(url: string): string | undefined
  /** Fetches what is given and makes logos of it, as PNG; refuses where one can't be had. */
  fetch(partnerId: number, addresses: Addresses): Promise<Partial<Record<LogoName, Buffer>>>
}

export interface LogoOptions {
  /** Whether private networks and this machine may be reached. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: Resolve
}

/** Logos are fetched once, from servers not to be trusted, and never again. */
export function createLogos(options: LogoOptions): Logos {
  const underWay = new Map<number, number>()
  let decoding: Promise<unknown> = Promise.resolve()

  /** One after the other: a decoder takes a thread and some memory. */
  function decode(file: Buffer, rule: LogoRule): Promise<MadeLogo> {
    const made = decoding.then(() => makeLogo(file, rule))
    decoding = made.catch(() => {})
    return made
  }

  async function fetchLogo(name: LogoName, url: string): Promise<MadeLogo> {
    const rule = RULES[name]
    const file: FetchedFile = await fetchFile(url, { ...options, maxBytes: rule.maxBytes })
    return file.bytes ? decode(file.bytes, rule) : { reason: `could not be fetched: ${file.reason}` }
  }

  async function fetchAll(addresses: Addresses) {
    const names = LOGO_NAMES.filter((name) => addresses[name])
    const made = await Promise.all(names.map((name) => fetchLogo(name, addresses[name]!)))
    const errors: FieldErrors = {}
    const logos: Partial<Record<LogoName, Buffer>> = {}
    for (const [index, name] of names.entries()) {
      const { png, reason } = made[index]!
      if (png) logos[name] = png
      else errors[`custom.${name}`] = `Account custom.${name} ${reason}`
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return logos
  }

  return {
    check: (url) => checkCallbackUrl(url, options).reason,
    async fetch(partnerId, addresses) {
      if (!LOGO_NAMES.some((name) => addresses[name])) return {}
      const own = underWay.get(partnerId) ?? 0
      const all = underWay.values().reduce((sum, count) => sum + count, 0)
      if (own >= PER_PARTNER || all >= IN_ALL)
        throw new AppError('too_many', 'Too many requests! Try again after sometime.', { retryAfter: 1 })
      underWay.set(partnerId, own + 1)
      try {
        return await fetchAll(addresses)
      } finally {
        const left = underWay.get(partnerId)! - 1
        if (left > 0) underWay.set(partnerId, left)
        else underWay.delete(partnerId)
      }
    },
  }
}
