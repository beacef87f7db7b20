/** What keeps an answer in its place: each answer with a body has these headers, by its kind. One file for all of them. */

export type Headers = Record<string, string>

const A_YEAR_S = 31_536_000
/** Nothing is loaded and nothing runs, should somebody open it as a page. */
const INERT = "default-src 'none'; frame-ancestors 'none'"
/** What no page of ours asks a browser for, nor what it shows in a frame. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

/** Of every answer with a body; what is no plain data says otherwise itself. HSTS (RFC 6797) only where we are behind TLS. */
export function plainHeaders(publicUrl: string): Headers {
  return {
    'content-security-policy': INERT,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${A_YEAR_S}` }),
  }
}

/** Pictures and scripts that pages of others show and load. */
export const SHARED_HEADERS: Headers = { 'cross-origin-resource-policy': 'cross-origin' }

/** A picture that is opened by itself. */
export const PICTURE_HEADERS: Headers = {
  ...SHARED_HEADERS,
  'content-security-policy': "default-src 'none'; sandbox",
}

/**
 * Of a page: nothing but our own scripts, styles and addresses, and images from anywhere. `frameAncestors`: who may
 * show it in a frame, `'none'`, `'self'`, `*` or origins. With a `nonce` also styles that scripts of ours make, and
 * frames of ours.
 */
export function pageHeaders(frameAncestors: string, nonce?: string): Headers {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
      ...(nonce ? ["frame-src 'self'"] : []),
      "connect-src 'self'",
      "img-src 'self' http: https: data: blob:",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
    ].join('; '),
    'permissions-policy': PERMISSIONS,
    ...framing(frameAncestors),
  }
}

/** The same said to older browsers, and what keeps other windows from holding on to a page that nobody frames. */
function framing(frameAncestors: string): Headers {
  if (frameAncestors === "'none'")
    return { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }
  if (frameAncestors === "'self'") return { 'x-frame-options': 'SAMEORIGIN' }
  // A page that isolates itself shows only frames that agree.
  return SHARED_HEADERS
}
