import type { Static } from 'typebox'
import { checker } from '../check.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { isTimeZone } from '../time/zone.ts'
import type { AccountDetails, AccountFields } from './account.ts'
import { AccountInput } from './account-schema.ts'

type Input = Static<typeof AccountInput>

const FLAT = 'custom:'
const check = checker(AccountInput, 'Account')

/**
 * Parses the input for a new sub-account and collects all faults. Only fields without an error may be used.
 */
export function readAccount(body: unknown): { account: AccountFields; errors: FieldErrors } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ body: 'Account body must be an object' })
  const input = gatherCustom(body as Record<string, unknown>)
  const errors = { ...check(input), ...blankFields(input) }
  const { timezone } = input
  if (!errors.timezone && !isTimeZone(timezone))
    errors.timezone = 'Account timezone must be an IANA time zone name, such as Europe/London'
  return { account: toAccount(input), errors }
}

/** Accepts fields of `custom` as `custom:reference` too; those inside the object win. */
function gatherCustom(body: Record<string, unknown>): Input {
  const custom: unknown = body.custom === undefined ? {} : body.custom
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return body as Input
  const flat = Object.entries(body)
    .filter(([name]) => name.startsWith(FLAT))
    .map(([name, value]): [string, unknown] => [name.slice(FLAT.length), value])
  return { ...body, custom: { ...Object.fromEntries(flat), ...custom } } as Input
}

function blankFields({ firstName, lastName, company, custom }: Input): FieldErrors {
  const names = {
    firstName,
    lastName,
    company,
    'custom.reference': (custom as Input['custom'] | null)?.reference,
  }
  const blank = Object.entries(names).filter(([, text]) => typeof text === 'string' && text.trim() === '')
  return Object.fromEntries(blank.map(([name]) => [name, `Account ${name} is required`]))
}

function toAccount(input: Input): AccountFields {
  const { email, firstName, lastName, timezone, company, phone, industry, objective } = input
  const { reference, companyType, ...look } = input.custom ?? {}
  const details: AccountDetails = withoutEmpty({ phone, industry, objective, companyType })
  const { companyLogo, scheduleLogo, displayPrimaryColor, displaySecondaryColor } = look
  return {
    ...{ email, timezone, reference, details },
    firstName: trimmed(firstName),
    lastName: trimmed(lastName),
    company: trimmed(company),
    ...withoutEmpty({ companyLogo, scheduleLogo, displayPrimaryColor, displaySecondaryColor }),
  }
}

function withoutEmpty<T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as ReturnType<
    typeof withoutEmpty<T>
  >
}

function trimmed(text: unknown): string {
  return typeof text === 'string' ? text.trim() : ''
}
