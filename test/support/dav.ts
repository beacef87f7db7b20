import { createECDH } from 'node:crypto'
import { expectOk, type TestPublisher } from './test-publisher.ts'

/** A device of a subscriber, with its password. */
export interface TestDevice {
  number: number
  password: string
  userName: string
  headers: { authorization: string }
  /** Sends a request; the path begins with `/`. */
  ask(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<DavAnswer>
  /** The path of its home. */
  home: string
}

export interface DavAnswer {
  status: number
  headers: Headers
  text: string
}

/** Makes a device by the signed API, and finds its home as applications do. */
export async function deviceOf(club: TestPublisher, svcId: string, name = 'Phone'): Promise<TestDevice> {
  const { data } = expectOk(await club.post(`/subscriber/${svcId}/devices`, { name }))
  const headers = basic(data.userName, data.password)
  const ask = (method: string, path: string, body?: string, more: Record<string, string> = {}) =>
    davAsk(club.url + path, method, body, { ...headers, ...more })
  const discovered = await ask('PROPFIND', '/', propfind('d:current-user-principal'), { depth: '0' })
  const principal = /<d:current-user-principal><d:href>(.*?)</.exec(discovered.text)?.[1]
  return {
    number: data.number,
    password: data.password,
    userName: data.userName,
    headers,
    ask,
    home: `${principal}cal/`,
  }
}

export function basic(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

export async function davAsk(
  url: string,
  method: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<DavAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const DECLARED =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ic="http://apple.com/ns/ical/" xmlns:p="https://bitfire.at/webdav-push"'

export function propfind(...names: string[]): string {
  return `<d:propfind ${DECLARED}>${prop(names)}</d:propfind>`
}

export function syncBody(token: string, limit?: number, ...names: string[]): string {
  const most = limit === undefined ? '' : `<d:limit><d:nresults>${limit}</d:nresults></d:limit>`
  return `<d:sync-collection ${DECLARED}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level>${most}${prop(['d:getetag', ...names])}</d:sync-collection>`
}

export function multigetBody(hrefs: string[]): string {
  const list = hrefs.map((href) => `<d:href>${href}</d:href>`).join('')
  return `<c:calendar-multiget ${DECLARED}>${prop(['d:getetag', 'c:calendar-data'])}${list}</c:calendar-multiget>`
}

/** `filter`: inside the comp-filter of VEVENT. */
export function queryBody(filter = '', ...names: string[]): string {
  return `<c:calendar-query ${DECLARED}>${prop(['d:getetag', ...names])}<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
}

function prop(names: string[]): string {
  return `<d:prop>${names.map((name) => `<${name}/>`).join('')}</d:prop>`
}

/** The responses of a multi-status by href: the ETag, or the status that a response has itself. */
export function responsesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/<d:response><d:href>(.*?)<\/d:href>(.*?)<\/d:response>/gs)].map(([, href, rest]) => [
      href!,
      /<d:getetag>(.*?)<\/d:getetag>/.exec(rest!)?.[1] ?? /HTTP\/1\.1 (\d+)/.exec(rest!)?.[1] ?? '',
    ]),
  )
}

export function tokenIn(text: string): string {
  return /<d:sync-token>([^<]*)<\/d:sync-token>/.exec(text)?.[1] ?? ''
}

/** Syncs a collection until nothing is left, as an application does that knows `known` at `token`. */
export async function sync(
  device: TestDevice,
  path: string,
  known: Map<string, string>,
  token: string,
  limit?: number,
): Promise<{ token: string; octets: number }> {
  for (let octets = 0; ;) {
    const { status, text } = await device.ask('REPORT', path, syncBody(token, limit), { depth: '1' })
    octets += text.length
    if (status === 403 && text.includes('valid-sync-token')) {
      known.clear()
      token = ''
      continue
    }
    if (status !== 207) throw new Error(`${status} ${text}`)
    let more = false
    for (const [href, answer] of responsesIn(text)) {
      if (answer === '507') more = true
      else if (answer === '404') known.delete(href)
      else known.set(href, answer)
    }
    token = tokenIn(text)
    if (!more) return { token, octets }
  }
}

/** The example of the draft (draft-bitfire-webdav-push-00, 4.2), with another subscription; by default with new keys. */
export function pushRegister(
  endpoint: string,
  keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
  over: { trigger?: string; type?: string; expires?: string } = {},
): string {
  const { trigger = '<content-update><D:depth>1</D:depth></content-update>', type = 'p256dh', expires } = over
  return `<?xml version="1.0" encoding="utf-8" ?>
<push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:">
  <subscription>
    <web-push-subscription>
      <push-resource>${endpoint}</push-resource>
      <content-encoding>aes128gcm</content-encoding>
      <subscription-public-key type="${type}">${keys.p256dh}</subscription-public-key>
      <auth-secret>${keys.auth}</auth-secret>
    </web-push-subscription>
  </subscription>
  <trigger>${trigger}</trigger>
  ${expires === undefined ? '' : `<expires>${expires}</expires>`}
</push-register>`
}
