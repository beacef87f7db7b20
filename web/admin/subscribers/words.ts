const UNITS: Record<string, [one: string, many: string]> = {
  M: ['minute', 'minutes'],
  H: ['hour', 'hours'],
  D: ['day', 'days'],
}

/** `15M`: "15 minutes before". */
export function reminderInWords(offset: string): string {
  const amount = Number.parseInt(offset)
  const [one, many] = UNITS[offset.at(-1)!] ?? ['', '']
  return amount === 0 ? 'at the start' : `${amount} ${amount === 1 ? one : many} before`
}

/** What a person was asked for, by the field of its record. */
export const ANSWERS: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  secondaryEmail: 'Second e-mail',
  mobile: 'Mobile',
  country: 'Country',
  zip: 'Postcode',
  gender: 'Gender',
  ageGroup: 'Age group',
  dob: 'Date of birth',
  reference: 'Your reference',
  parentEmail: 'E-mail of a parent',
  parentConsentOn: 'Parent agreed on',
  requiredAge: 'Age asked for',
  parentConsentAge: 'Age below which a parent agrees',
}

export const KINDS: Record<string, string> = {
  subscribe: 'Subscribed',
  unsubscribe: 'Unsubscribed',
  'schedules-added': 'Calendars added',
  'schedules-removed': 'Calendars removed',
}

export const ACTIONS: Record<string, string> = {
  'subscriber.calendars': 'changed the calendars',
  'subscriber.unsubscribe': 'unsubscribed this person',
  'subscriber.rotate': 'replaced the links',
  'subscriber.mail-link': 'mailed the link',
  'subscriber.export': 'downloaded everything held',
}
