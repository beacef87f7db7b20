import type { CalendarUrls } from '../../src/links/calendar-urls.ts'
import type { Device } from './device.ts'

/** Ways to add a feed to a calendar, by their keys in `words.applications`. */
export type Application =
  'google' | 'googleSeconds' | 'apple' | 'outlookcom' | 'microsoft365' | 'outlook' | 'other' | 'phone'

/**
 * The applications for a device, most likely first. Android does not open `webcal:` links, and a QR code is
 * no use on the phone itself.
 */
const BY_DEVICE: Record<Device, Application[]> = {
  ios: ['apple', 'google', 'outlookcom', 'microsoft365', 'other'],
  mac: ['apple', 'google', 'outlookcom', 'microsoft365', 'phone', 'other'],
  android: ['google', 'outlookcom', 'microsoft365', 'other'],
  windows: ['outlookcom', 'google', 'microsoft365', 'outlook', 'phone', 'other'],
  other: ['google', 'outlookcom', 'microsoft365', 'apple', 'phone', 'other'],
}

/** Names for the publisher, in English whatever the person's language. */
export const APPLICATION_NAMES: Record<Application, string> = {
  google: 'Google Calendar',
  googleSeconds: 'Google Calendar',
  apple: 'Apple Calendar',
  outlookcom: 'Outlook.com',
  microsoft365: 'Microsoft 365',
  outlook: 'Outlook',
  other: 'Other',
  phone: 'Phone',
}

/** `google`: calendars are written into accounts at Google as well, or mirrored there. */
export function applicationsFor(device: Device, google: boolean): Application[] {
  const applications = BY_DEVICE[device]
  return google
    ? applications.flatMap((one) => (one === 'google' ? [one, 'googleSeconds'] : [one]))
    : applications
}

/** The link that adds a feed to an application; undefined if there is another way than a link that opens. */
export function addLink(application: Application, urls: CalendarUrls): string | undefined {
  switch (application) {
    case 'google':
      return urls.googleUrl
    case 'apple':
      return urls.appleCalUrl
    case 'outlookcom':
      return urls.outlookcomUrl
    case 'microsoft365':
      // The same page, on the host for companies and schools.
      return urls.outlookcomUrl.replace('://outlook.live.com/', '://outlook.office.com/')
    case 'outlook':
      return urls.webCalUrl
    case 'googleSeconds':
    case 'other':
    case 'phone':
      return undefined
  }
}
