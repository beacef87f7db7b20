/** Google refuses longer addresses without a word; all forms of an address stay below. */
const MAX_FEED_ADDRESS = 200
/** The address that opens Outlook.com stays below. */
const MAX_OUTLOOK_ADDRESS = 256
const OUTLOOK = 'https://outlook.live.com/calendar/0/addfromweb'

/** A feed's address in each form applications ask for; `calendarUrl` of the subscriber record. */
export interface CalendarUrls {
  webCalUrl: string
  appleCalUrl: string
  webCalUrlNoIcs: string
  httpCalUrl: string
  httpsCalUrl: string
  googleUrl: string
  outlookcomUrl: string
}

/**
 * The addresses of a subscriber's feed. `publicUrl` is the service's base address without a final slash,
 * `name` that of the publisher.
 */
export function calendarUrls(publicUrl: string, token: string, name: string): CalendarUrls {
  const base = `${publicUrl}/feed/${token}/`
  // `httpsCalUrl` is the base address as configured: behind no TLS it says http, because that is what answers.
  const room = MAX_FEED_ADDRESS - 1 - webcal(base).length - '.ics'.length
  const withoutIcs = base + encodedFileName(name, room)
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

/** The addresses of a public calendar's feed. Without the extension there is its page, so none is without. */
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

/** Opens Outlook.com with the first address that leaves room for the name, or with the last one and a cut name. */
function outlookUrl(addresses: string[], name: string): string {
  const opened = addresses.map((address) => `${OUTLOOK}?url=${encodeURIComponent(address)}&name=`)
  const roomy = opened.find(
    (url) => url.length + encodeURIComponent(name.toWellFormed()).length < MAX_OUTLOOK_ADDRESS,
  )
  const url = roomy ?? opened.at(-1)!
  return url + encodeWithin(name, MAX_OUTLOOK_ADDRESS - 1 - url.length)
}

function webcal(url: string): string {
  return url.replace(/^https?:/, 'webcal:')
}

/** A name as a path segment of at most `room` octets, cut between characters. */
function encodedFileName(name: string, room: number): string {
  return encodeWithin(fileName(name), room) || 'calendar'
}

/** The beginning of a text that takes at most `room` octets once it is percent-encoded. */
function encodeWithin(text: string, room: number): string {
  let encoded = ''
  for (const character of text.toWellFormed()) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > room) break
    encoded = next
  }
  return encoded
}

/** A name without what a path or a header can't hold. */
export function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f/\\]/g, ' ')
    .trim()
  return plain === '' || /^\.+$/.test(plain) ? 'calendar' : plain
}
