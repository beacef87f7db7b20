import { ownZone } from '../kit/time-zone.tsx'

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

const required = (what: string) => (text: string) => (text.trim() ? null : what)
const address = (text: string) =>
  text === '' || /^https?:\/\/\S+$/.test(text.trim())
    ? null
    : 'Enter an http or https address, or leave this empty'
const color = (text: string) =>
  text === '' || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
    ? null
    : 'Enter a colour such as #0b5d3b, or leave this empty'

/** Checks made while typing. The service makes the rest when the form is sent. */
export const CHECKS = {
  company: required('Enter the name of the company'),
  reference: required('Enter your own name for it, such as a customer number'),
  timezone: (zone: string | null) => (zone ? null : 'Choose the time zone'),
  firstName: required('Enter the first name'),
  lastName: required('Enter the last name'),
  email: (text: string) =>
    /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim()) ? null : 'Enter an e-mail address',
  phone: (text: string) =>
    text === '' || /^\+[\d ().-]{6,39}$/.test(text)
      ? null
      : 'Use the international form, such as +44 20 7946 0000',
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
