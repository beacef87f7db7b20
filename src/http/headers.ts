import { createHash } from 'node:crypto'

/** Security headers of all responses with a body, by kind of response. */

export type Headers = Record<string, string>

const A_YEAR_S = 31_536_000
/** Loads and runs nothing if the response is opened as a page. */
const INERT = "default-src 'none'; frame-ancestors 'none'"
/** Browser features that neither our pages nor their frames use. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

/**
 * Headers of every response with a body; other kinds than plain data override them. HSTS (RFC 6797) is sent
 * only behind TLS.
 */
export function plainHeaders(publicUrl: string): Headers {
  return {
    'content-security-policy': INERT,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${A_YEAR_S}` }),
  }
}

/** For images and scripts that other sites embed. */
export const SHARED_HEADERS: Headers = { 'cross-origin-resource-policy': 'cross-origin' }

/** For the service worker of a portal, which tells the service of a new push subscription. */
export const WORKER_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** For an image opened as a page. */
export const PICTURE_HEADERS: Headers = {
  ...SHARED_HEADERS,
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The styles of a page that are not in files. */
interface InlineStyles {
  /** Allows styles created by our scripts, and frames of ours. */
  nonce?: string | undefined
  /** The content of the page's style element; empty: it has none. */
  style?: string
}

/**
 * Headers of a page: only our own scripts, styles and connections, and images from anywhere.
 * `frameAncestors`: `'none'`, `'self'`, `*` or the origins that may embed it.
 */
export function pageHeaders(frameAncestors: string, { nonce, style = '' }: InlineStyles = {}): Headers {
  const styles = [
    "'self'",
    ...(nonce ? [`'nonce-${nonce}'`] : []),
    ...(style ? [`'sha256-${createHash('sha256').update(style).digest('base64')}'`] : []),
  ]
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styles.join(' ')}`,
      ...(nonce ? ["frame-src 'self'"] : []),
      "connect-src 'self'",
      "manifest-src 'self'",
      "img-src 'self' http: https: data: blob:",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
    ].join('; '),
    'permissions-policy': PERMISSIONS,
    ...framing(frameAncestors),
  }
}

/** The same rule for older browsers, and isolation from other windows for pages that nobody embeds. */
function framing(frameAncestors: string): Headers {
  if (frameAncestors === "'none'")
    return { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }
  if (frameAncestors === "'self'") return { 'x-frame-options': 'SAMEORIGIN' }
  // A cross-origin isolated page embeds only pages that allow it.
  return SHARED_HEADERS
}
