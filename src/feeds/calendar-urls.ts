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
  const https = `${withoutIcs}.ics`
  const webcal = (url: string) => url.replace(/^https?:/, 'webcal:')
  return {
    webCalUrl: webcal(https),
    appleCalUrl: webcal(https),
    webCalUrlNoIcs: webcal(withoutIcs),
    httpCalUrl: https.replace(/^https:/, 'http:'),
    httpsCalUrl: https,
    googleUrl: `https://www.google.com/calendar/render?cid=${encodeURIComponent(webcal(https))}`,
    outlookcomUrl: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(https)}&name=${encodeURIComponent(name)}`,
  }
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
