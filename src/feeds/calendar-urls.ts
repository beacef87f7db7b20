/** Google refuses longer addresses without a word. */
const MAX_FEED_ADDRESS = 200

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
  const room = MAX_FEED_ADDRESS - base.length - '.ics'.length - 1
  const withoutIcs = base + encodedFileName(name, room)
  return { ...urlForms(`${withoutIcs}.ics`, name), webCalUrlNoIcs: webcal(withoutIcs) }
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
    outlookcomUrl: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(https)}&name=${encodeURIComponent(name)}`,
  }
}

function webcal(url: string): string {
  return url.replace(/^https?:/, 'webcal:')
}

/** A name as a path segment of at most `room` octets, cut between characters. */
function encodedFileName(name: string, room: number): string {
  let encoded = ''
  for (const character of fileName(name)) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > room) break
    encoded = next
  }
  return encoded || 'calendar'
}

/** A name without what a path or a header can't hold. */
export function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f/\\]/g, ' ')
    .trim()
  return plain === '' || /^\.+$/.test(plain) ? 'calendar' : plain
}
