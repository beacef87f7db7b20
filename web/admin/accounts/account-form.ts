import { ownZone } from '../kit/time-zone.tsx'

/** What is asked of a new sub-account. */
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

/** What the service calls those that it keeps beside the others. */
const CUSTOM = [
  'reference',
  'companyType',
  'companyLogo',
  'scheduleLogo',
  'displayPrimaryColor',
  'displaySecondaryColor',
]

/** The form's name of each field of the service that has another one. */
export const NAMES = Object.fromEntries(CUSTOM.map((name) => [`custom.${name}`, name]))

export const EMPTY: AccountForm = {
  ...{ company: '', reference: '', timezone: ownZone, companyType: '', industry: null, objective: null },
  ...{ firstName: '', lastName: '', email: '', phone: '' },
  ...{ companyLogo: '', scheduleLogo: '', displayPrimaryColor: '', displaySecondaryColor: '' },
}

const required = (what: string) => (text: string) => (text.trim() ? null : what)
const address = (text: string) =>
  text === '' || /^https?:\/\/\S+$/.test(text.trim()) ? null : 'An http or https address, or nothing'
const color = (text: string) =>
  text === '' || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? null : 'A colour such as #0b5d3b, or nothing'

/** What can be told while typing; the service knows the rest. */
export const CHECKS = {
  company: required('The name of the company is needed'),
  reference: required('Your own name for it is needed, such as a customer number'),
  timezone: (zone: string | null) => (zone ? null : 'Choose the time zone'),
  firstName: required('The first name is needed'),
  lastName: required('The last name is needed'),
  email: (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim()) ? null : 'An e-mail address'),
  phone: (text: string) =>
    text === '' || /^\+[\d ().-]{6,39}$/.test(text)
      ? null
      : 'In international form, such as +44 20 7946 0000',
  companyLogo: address,
  scheduleLogo: address,
  displayPrimaryColor: color,
  displaySecondaryColor: color,
}

/** What is sent: nothing is said of what was left empty. */
export function inputOf(form: AccountForm) {
  const { company, timezone, industry, objective, firstName, lastName, email, phone } = form
  const said = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '')
  const custom = CUSTOM.map((name) => [name, said(name)]).filter(([, text]) => text)
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
