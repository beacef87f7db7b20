/** What is wrong with a signature, and what to change, in plain words. `{detail}` is what it is about. */
export const PROBLEMS = {
  'no-sign': ['The address has no apiSign.', 'Add the parameter apiSign with the signature.'],
  'sign-form': [
    'apiSign has neither 32 nor 64 hex characters, so it is no signature of ours.',
    'Send the MD5 as 32 hex characters, or the HMAC-SHA256 as 64.',
  ],
  'sign-base64': ['The signature is written in base64.', 'Write it as hex characters.'],
  algorithm: [
    'The signature was made with {detail}.',
    'Use MD5, or HMAC-SHA256 with apiTime among the parameters.',
  ],
  'no-key': ['The address has no apiKey.', 'Add the parameter apiKey, and sign it with the others.'],
  unsorted: [
    'The parameters were signed in the order in which they were sent.',
    'Sort them by name before signing. They may be sent in any order.',
  ],
  'sorted-case': [
    'The parameters were sorted without regard to upper and lower case, or by the rules of a language.',
    'Sort by the bytes of the names: all capitals come before all small letters.',
  ],
  encoded: [
    'The parameters were signed as they stand in the address, percent-encoded.',
    'Sign names and values decoded: a space, not %20 or +.',
  ],
  plus: [
    'A plus sign in the address was signed as a plus sign. In a query it means a space.',
    'Sign a space, or send the plus sign as %2B.',
  ],
  separators: [
    'The parameters were signed with = or & between them.',
    'Write names and values one after the other with nothing between: apiKeyabclimit10.',
  ],
  'sign-included': ['apiSign itself was among the signed parameters.', 'Sign all parameters but apiSign.'],
  'left-out': [
    'The parameter {detail} was not signed.',
    'Sign every parameter of the address but apiSign, also those that a library adds.',
  ],
  'only-key': [
    'Only apiKey was signed, not the other parameters.',
    'Sign every parameter of the address but apiSign.',
  ],
  'no-parameters': [
    'The parameters were not signed at all.',
    'Sign every parameter of the address but apiSign.',
  ],
  'values-only': [
    'Only the values of the parameters were signed.',
    'Write each name in front of its value: apiKeyabclimit10.',
  ],
  repeated: [
    'A parameter is sent more than once and was signed once.',
    'Sign it as often as it is sent, in the same order.',
  ],
  'body-missing': ['The body was not signed.', 'Add the body at the end, byte for byte as it is sent.'],
  'body-on-get': ['A body was signed, but GET sends none.', 'Sign no body with GET.'],
  'body-added': [
    'A body was signed, but none was sent.',
    'Where no body is sent, sign none: not {} or null either.',
  ],
  'body-ends': [
    'The body was signed with other white space at its beginning or end, such as a line break.',
    'Sign the very bytes that are sent.',
  ],
  'body-bom': [
    'A byte order mark at the beginning of the body was signed or sent, and not the other.',
    'Write the body as UTF-8 without a byte order mark.',
  ],
  'body-lines': [
    'The lines of the body end otherwise in what was signed than in what was sent (CRLF and LF).',
    'Sign the very bytes that are sent.',
  ],
  'body-rewritten': [
    'The JSON was written once for signing and once for sending, with other spaces, escapes or order.',
    'Make the text of the body once, sign it, and send that same text.',
  ],
  'body-encoding': [
    'The body was signed in another character encoding than it was sent.',
    'Turn it into UTF-8 bytes once, and sign and send those.',
  ],
  'body-hashed': ['A hash of the body was signed in its place.', 'Sign the body itself.'],
  'body-changed': [
    'What was signed is the body you gave here, but another one arrived.',
    'Look for what changes the body after signing: a library that writes JSON anew, or a proxy.',
  ],
  'secret-place': [
    'The secret stands elsewhere in the text than in front.',
    'Begin the text with the secret, once; the parameters and the body follow.',
  ],
  'secret-missing': [
    'The secret was not used.',
    'Begin the text with the secret; for SHA-256 it is the key.',
  ],
  'other-key': [
    'It was signed with the secret of another key, “{detail}”.',
    'Use the secret that belongs to this API key, or send the other key as apiKey.',
  ],
  'secret-space': [
    'The secret was used with a space or line break at its end.',
    'Trim it where you read it, from a file or a setting.',
  ],
  'secret-is-key': [
    'The API key was used in place of the secret.',
    'Use the secret, which was shown when the key was made.',
  ],
  'secret-case': ['The secret was used in other upper and lower case.', 'Use it exactly as it was shown.'],
  'path-included': [
    'The path or the method was signed too.',
    'The MD5 form covers the parameters and the body only. SHA-256 covers method and path.',
  ],
  'path-missing': [
    'The method or the path is missing in what was signed.',
    'For SHA-256 begin the text with the method and the path: GET/apiv2/calendar.',
  ],
  'method-case': ['The method was signed in small letters.', 'Sign it in capitals: GET.'],
  'path-form': [
    'Another path was signed than the one that was sent.',
    'Sign the path from the first / to before the ?, as it is sent: /apiv2/calendar.',
  ],
  hmac: [
    'It is an HMAC-MD5.',
    'Take the plain MD5 of secret, parameters and body, or use HMAC-SHA256 with apiTime.',
  ],
  'no-hmac': [
    'It is a plain SHA-256 of a text with the secret.',
    'Make an HMAC-SHA256 whose key is the secret; the text does not have it.',
  ],
  glue: [
    'The parts were signed with a line break or another sign between them.',
    'Put nothing between the secret, the parameters and the body.',
  ],
  'no-time': [
    'apiTime is missing. SHA-256 signatures need it.',
    'Add apiTime, in unix seconds, and sign it.',
  ],
  'time-unit': [
    'apiTime is no time in unix seconds.',
    'Send whole seconds since 1970, not milliseconds or a date.',
  ],
  clock: [
    'Your clock and ours differ by {detail}. At most 300 seconds are taken.',
    'Set the clock by NTP, and sign right before sending.',
  ],
} as const satisfies Record<string, readonly [what: string, change: string]>

export type ProblemCode = keyof typeof PROBLEMS

export interface Problem {
  code: ProblemCode
  /** What is wrong. */
  what: string
  /** What to do about it. */
  change: string
}

export function problem(code: ProblemCode, detail = ''): Problem {
  const [what, change] = PROBLEMS[code]
  return { code, what: what.replace('{detail}', detail), change }
}
