/**
 * Each problem of a signature as two sentences: what is wrong, and what to change. `{detail}` is replaced.
 */
export const PROBLEMS = {
  'no-sign': ['The address has no apiSign.', 'Add the parameter apiSign with the signature.'],
  'sign-form': [
    'apiSign has neither 32 nor 64 hex characters, so it is no signature of ours.',
    'Send the MD5 as 32 hex characters, or the HMAC-SHA256 as 64.',
  ],
  'sign-base64': ['The signature is encoded in base64.', 'Encode it as hex characters.'],
  algorithm: [
    'The signature was made with {detail}.',
    'Use MD5, or HMAC-SHA256 with apiTime among the parameters.',
  ],
  'no-key': ['The address has no apiKey.', 'Add the parameter apiKey, and sign it with the others.'],
  unsorted: [
    'The parameters were signed in the order in which they were sent.',
    'Sort them by name before signing. They may be sent in any order.',
  ],
  encoded: [
    'The parameters were signed percent-encoded, as they are in the address.',
    'Sign names and values decoded: a space, not %20 or +.',
  ],
  separators: [
    'The parameters were signed with = or & between them.',
    'Join names and values with nothing between them: apiKeyabclimit10.',
  ],
  'left-out': [
    'The parameter {detail} was not signed.',
    'Sign every parameter of the address except apiSign, including those that a library adds.',
  ],
  'body-missing': ['The body was not signed.', 'Add the body at the end, byte for byte as it is sent.'],
  'body-rewritten': [
    'The signed JSON differs from the sent JSON in spaces, line breaks or escapes.',
    'Serialise the body once, sign that text, and send the same text.',
  ],
  'body-changed': [
    'The signature is for the body you entered here, but the service received another one.',
    'Find out what changes the body after signing: a library that writes the JSON again, or a proxy.',
  ],
  'secret-place': [
    'The secret was not used as documented.',
    'For MD5, put the secret at the start of the text and hash the whole. For SHA-256, use the secret as the key of an HMAC and leave it out of the text.',
  ],
  'other-key': [
    'It was signed with the secret of another key, “{detail}”.',
    'Use the secret that belongs to this API key, or send the other key as apiKey.',
  ],
  'no-time': [
    'apiTime is missing. SHA-256 signatures need it.',
    'Add apiTime, in unix seconds, and sign it.',
  ],
  'time-unit': [
    'apiTime is not a time in unix seconds.',
    'Send whole seconds since 1970, not milliseconds or a date.',
  ],
  clock: [
    'Your clock and ours differ by {detail}. At most 300 seconds are allowed.',
    'Set the clock by NTP, and sign right before sending.',
  ],
} as const satisfies Record<string, readonly [what: string, change: string]>

export type ProblemCode = keyof typeof PROBLEMS

export interface Problem {
  code: ProblemCode
  what: string
  change: string
  /** Stands for `{detail}`; empty: nothing does. */
  detail: string
}

export function problem(code: ProblemCode, detail = ''): Problem {
  const [what, change] = PROBLEMS[code]
  return { code, what: what.replace('{detail}', detail), change, detail }
}
