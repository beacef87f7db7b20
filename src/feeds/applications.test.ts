import { expect, it } from 'vitest'
import { applicationOf } from './applications.ts'

it.each([
  ['Google-Calendar-Importer', 'Google Calendar', 'aggregator'],
  ['iOS/26.6 (23G71) dataaccessd/1.0', 'Apple Calendar (iOS)', 'device'],
  ['macOS/13.4 (22F66) dataaccessd/1.0', 'Apple Calendar (macOS)', 'device'],
  ['macOS/11.0 (20A373) CalendarAgent/950', 'Apple Calendar (macOS)', 'device'],
  ['Mac+OS+X/10.10.5 (14F27) CalendarAgent/316.1', 'Apple Calendar (macOS)', 'device'],
  ['CalendarStore/5.0 (1127); iCal/5.0 (1535); Mac OS X/10.7 (11A511)', 'Apple Calendar (macOS)', 'device'],
  ['Microsoft Exchange/15.20 (Windows NT 10.0; Win64; x64)', 'Microsoft 365', 'aggregator'],
  ['Microsoft.Exchange/15.20 (Windows NT 10.0)', 'Microsoft 365', 'aggregator'],
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.16327; Pro)', 'Outlook', 'device'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Thunderbird/153.7.0', 'Thunderbird', 'device'],
  ['Evolution/3.46.4', 'Evolution', 'device'],
  ['ICSx5/2.4.3 (ical4j/3.2.19 okhttp/5.3.2 Android/16)', 'ICSx5', 'device'],
  ['WordPress/7.1 ICS Calendar/12.1.3.1', 'Website', 'aggregator'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Other', 'unknown'],
  ['', 'Other', 'unknown'],
  [undefined, 'Other', 'unknown'],
])('%s is %s', (userAgent, name, kind) => {
  expect(applicationOf(userAgent)).toEqual({ name, kind })
})
