import type { CalendarUrls } from '../../src/feeds/calendar-urls.ts'
import type { Device } from './device.ts'

/** Ways to get a feed into somebody's calendar, by the names they have among the words. */
export type Application = 'google' | 'apple' | 'outlookcom' | 'microsoft365' | 'outlook' | 'other' | 'phone'

/**
 * The ways that fit a device, the likeliest first. Android opens no `webcal:` address by itself, and a code to
 * scan helps nobody who already holds the phone.
 */
const FITTING: Record<Device, Application[]> = {
  ios: ['apple', 'google', 'outlookcom', 'microsoft365', 'other'],
  mac: ['apple', 'google', 'outlookcom', 'microsoft365', 'phone', 'other'],
  android: ['google', 'outlookcom', 'microsoft365', 'other'],
  windows: ['outlookcom', 'google', 'microsoft365', 'outlook', 'phone', 'other'],
  other: ['google', 'outlookcom', 'microsoft365', 'apple', 'phone', 'other'],
}

/** What the publisher is told, whatever language the person reads. */
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
  return FITTING[device]
}

/** Where an application is added by following a link; undefined: by copying one, or by a code. */
export function addLink(application: Application, urls: CalendarUrls): string | undefined {
  switch (application) {
    case 'google':
      return urls.googleUrl
    case 'apple':
      return urls.appleCalUrl
    case 'outlookcom':
      return urls.outlookcomUrl
    case 'microsoft365':
      // The same page of the service for companies and schools.
      return urls.outlookcomUrl.replace('://outlook.live.com/', '://outlook.office.com/')
    case 'outlook':
      return urls.webCalUrl
    case 'other':
    case 'phone':
      return undefined
  }
}
