import type { CalendarUrls } from '../../src/links/calendar-urls.ts'
import type { Device } from './device.ts'

/** Ways to add a feed to a calendar, by their keys in `words.applications`. */
export type Application = 'google' | 'apple' | 'outlookcom' | 'microsoft365' | 'outlook' | 'other' | 'phone'

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
  apple: 'Apple Calendar',
  outlookcom: 'Outlook.com',
  microsoft365: 'Microsoft 365',
  outlook: 'Outlook',
  other: 'Other',
  phone: 'Phone',
}

export function applicationsFor(device: Device): Application[] {
  return BY_DEVICE[device]
}

/** The link that adds a feed to an application; undefined if people copy the link or scan a code instead. */
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
    case 'other':
    case 'phone':
      return undefined
  }
}
