import type { LoggerOptions } from 'pino'

/** What a line of the log may hold of an error. Database errors have whole rows in fields of their own. */
interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
}

const MOST_CAUSES = 3
const MOST_TEXT = 20_000
/**
 * What an address, an account or a token looks like in the middle of a text. Each takes time in proportion to the
 * text, for others write part of it: an expression begins where a run of its characters begins, and nowhere else.
 */
const MASKS: [RegExp, string][] = [
  // A password in an address.
  [/(\/\/)[^\s/@:"']*:[^\s/@"']*@/g, '$1…@'],
  // A query, and what browsers keep behind the #.
  [/(?<=[^\s?#])[?#][^\s"'<>]+/g, '?…'],
  [/\b(apiSign|apiKey|secret|token|password|nonce)(=|":\s?"|: )[^\s&"',]+/gi, '$1$2…'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…'],
  // Keys, secrets, tokens and hashes; ids of ours have 24 characters.
  [/[\w-]{32,}/g, '…'],
]

/** Takes out of a text what opens something or names somebody. */
export function maskSecrets(text: string): string {
  const short = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), short)
}

/** How every log of ours is written. */
export const LOG_OPTIONS: LoggerOptions = {
  serializers: {
    err: (error: unknown) => loggedError(error, MOST_CAUSES),
    // What a mail server or a database said, in words.
    reason: (reason: unknown) => (typeof reason === 'string' ? maskSecrets(reason) : reason),
  },
}

function loggedError(error: unknown, causes: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecrets(String(error)), stack: '' }
  const { code, cause } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: maskSecrets(error.message),
    stack: maskStack(error),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && causes > 0 && { cause: loggedError(cause, causes - 1) }),
  }
}

/** Where it went wrong is told as it is: places in our own files hold nothing of anybody. */
function maskStack({ stack = '' }: Error): string {
  const at = stack.search(/\n {4}at /)
  return at === -1 ? maskSecrets(stack) : maskSecrets(stack.slice(0, at)) + stack.slice(at)
}
