import { ownZone } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'

/** The fields of the form for a new sub-account. */
export interface AccountForm extends Record<string, unknown> {
  company: string
  reference: string
  timezone: string
  companyType: string
  industry: string | null
  objective: string | null
  firstName: string
  lastName: string
  email: string
  phone: string
  companyLogo: string
  scheduleLogo: string
  displayPrimaryColor: string
  displaySecondaryColor: string
}

/** Fields that the service takes inside `custom`. */
const CUSTOM = [
  'reference',
  'companyType',
  'companyLogo',
  'scheduleLogo',
  'displayPrimaryColor',
  'displaySecondaryColor',
]

/** Names in the form by the service's names, where they differ. */
export const NAMES = Object.fromEntries(CUSTOM.map((name) => [`custom.${name}`, name]))

export const EMPTY: AccountForm = {
  ...{ company: '', reference: '', timezone: ownZone, companyType: '', industry: null, objective: null },
  ...{ firstName: '', lastName: '', email: '', phone: '' },
  ...{ companyLogo: '', scheduleLogo: '', displayPrimaryColor: '', displaySecondaryColor: '' },
}

const required = (fault: string) => (text: string) => (text.trim() ? null : fault)
const address = (text: string) =>
  text === '' || /^https?:\/\/\S+$/.test(text.trim()) ? null : words.accounts.addressFault
const color = (text: string) =>
  text === '' || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? null : words.accounts.colorFault

/** Checks made while typing. The service makes the rest when the form is sent. */
export const CHECKS = {
  company: required(words.accounts.companyFault),
  reference: required(words.accounts.referenceFault),
  timezone: (zone: string | null) => (zone ? null : words.accounts.timezoneFault),
  firstName: required(words.accounts.firstNameFault),
  lastName: required(words.accounts.lastNameFault),
  email: (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim()) ? null : words.kit.emailFault),
  phone: (text: string) =>
    text === '' || /^\+[\d ().-]{6,39}$/.test(text) ? null : words.accounts.phoneFault,
  companyLogo: address,
  scheduleLogo: address,
  displayPrimaryColor: color,
  displaySecondaryColor: color,
}

/** The body of the request, without the fields that were left empty. */
export function inputOf(form: AccountForm) {
  const { company, timezone, industry, objective, firstName, lastName, email, phone } = form
  const trimmed = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '')
  const custom = CUSTOM.map((name) => [name, trimmed(name)]).filter(([, text]) => text)
  return {
    company: company.trim(),
    timezone,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    ...(phone && { phone: phone.trim() }),
    ...(industry && { industry }),
    ...(objective && { objective }),
    custom: Object.fromEntries(custom) as Record<string, string>,
  }
}
