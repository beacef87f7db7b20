/** Google silently refuses longer addresses, so all forms of an address are shorter than this. */
const MAX_FEED_ADDRESS = 200
/** Characters: the address that opens Outlook.com is shorter. */
const MAX_OUTLOOK_ADDRESS = 256
const OUTLOOK = 'https://outlook.live.com/calendar/0/addfromweb'

/** A feed's address in the forms that applications need; `calendarUrl` of the subscriber record. */
export const URL_FORMS = [
  'webCalUrl',
  'appleCalUrl',
  'webCalUrlNoIcs',
  'httpCalUrl',
  'httpsCalUrl',
  'googleUrl',
  'outlookcomUrl',
] as const

export type CalendarUrls = Record<(typeof URL_FORMS)[number], string>

/**
 * The addresses of a subscriber's feed. `publicUrl`: the service's base address without a final slash;
 * `name`: the publisher's.
 */
export function calendarUrls(publicUrl: string, token: string, name: string): CalendarUrls {
  const base = `${publicUrl}/feed/${token}/`
  // `httpsCalUrl` starts with the configured base address: without TLS it says http, since only that works.
  const maxBytes = MAX_FEED_ADDRESS - 1 - webcal(base).length - '.ics'.length
  const withoutIcs = base + encodedFileName(name, maxBytes)
  return {
    ...urlForms(`${withoutIcs}.ics`, name),
    webCalUrlNoIcs: webcal(withoutIcs),
    outlookcomUrl: outlookUrl([`${withoutIcs}.ics`, `${base}calendar.ics`], name),
  }
}

/** The address of a public calendar's own feed. */
export function publicFeedUrl(publicUrl: string, calendarId: string): string {
  return `${publicUrl}/calendar/${calendarId}.ics`
}

/**
 * The addresses of a public calendar's feed. All end with `.ics`, since the address without it is the
 * calendar's page.
 */
export function publicCalendarUrls(publicUrl: string, calendarId: string, name: string): CalendarUrls {
  return urlForms(publicFeedUrl(publicUrl, calendarId), name)
}

function urlForms(https: string, name: string): CalendarUrls {
  return {
    webCalUrl: webcal(https),
    appleCalUrl: webcal(https),
    webCalUrlNoIcs: webcal(https),
    httpCalUrl: https.replace(/^https:/, 'http:'),
    httpsCalUrl: https,
    googleUrl: `https://www.google.com/calendar/render?cid=${encodeURIComponent(webcal(https))}`,
    outlookcomUrl: outlookUrl([https], name),
  }
}

/**
 * The address that opens Outlook.com with the first of the feed's addresses that leaves space for the whole
 * name, or with the last one and a cut name.
 */
function outlookUrl(addresses: string[], name: string): string {
  const opened = addresses.map((address) => `${OUTLOOK}?url=${encodeURIComponent(address)}&name=`)
  const withWholeName = opened.find(
    (url) => url.length + encodeURIComponent(name.toWellFormed()).length < MAX_OUTLOOK_ADDRESS,
  )
  const url = withWholeName ?? opened.at(-1)!
  return url + encodeWithin(name, MAX_OUTLOOK_ADDRESS - 1 - url.length)
}

function webcal(url: string): string {
  return url.replace(/^https?:/, 'webcal:')
}

/** A name as a path segment of at most `maxBytes` octets, cut between characters. */
function encodedFileName(name: string, maxBytes: number): string {
  return encodeWithin(fileName(name), maxBytes) || 'calendar'
}

/** The longest prefix of a text that takes at most `maxBytes` octets when it is percent-encoded. */
function encodeWithin(text: string, maxBytes: number): string {
  let encoded = ''
  for (const character of text.toWellFormed()) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > maxBytes) break
    encoded = next
  }
  return encoded
}

/** A name without the characters that a path or a header can't hold. */
export function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f/\\]/g, ' ')
    .trim()
  return plain === '' || /^\.+$/.test(plain) ? 'calendar' : plain
}
