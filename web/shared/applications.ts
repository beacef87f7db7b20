import type { CalendarUrls } from '../../src/links/calendar-urls.ts'
import type { Device } from './device.ts'
import type { ProviderName } from './providers.ts'

/** Ways to add a feed to a calendar, by their keys in `words.applications`. */
export type Feeding = 'google' | 'apple' | 'outlookcom' | 'microsoft365' | 'outlook' | 'other' | 'phone'
/** Also the ways by which the service writes a calendar into somebody's account. */
export type Application = Feeding | 'googleSeconds' | 'outlookSeconds'

/**
 * The applications for a device, most likely first. Android does not open `webcal:` links, and a QR code is
 * no use on the phone itself.
 */
const BY_DEVICE: Record<Device, Feeding[]> = {
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
  outlookSeconds: 'Outlook',
  microsoft365: 'Microsoft 365',
  outlook: 'Outlook',
  other: 'Other',
  phone: 'Phone',
}

/** The ways that stand beside those by feed, where calendars are written into accounts at a provider. */
const WRITTEN: Record<ProviderName, { after: Feeding; way: Application }> = {
  google: { after: 'google', way: 'googleSeconds' },
  microsoft: { after: 'outlookcom', way: 'outlookSeconds' },
}

/** `providers`: those into whose accounts calendars are written as well. */
export function applicationsFor(device: Device, providers: ProviderName[]): Application[] {
  return BY_DEVICE[device].flatMap((one) => [
    one,
    ...providers.map((name) => WRITTEN[name]).flatMap(({ after, way }) => (after === one ? [way] : [])),
  ])
}

/** False: the service writes a calendar for it, which nobody adds. */
export function isFeeding(application: Application): application is Feeding {
  return application !== 'googleSeconds' && application !== 'outlookSeconds'
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
    case 'outlookSeconds':
    case 'other':
    case 'phone':
      return undefined
  }
}
