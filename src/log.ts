import type { LoggerOptions } from 'pino'

/** The loggable parts of an error. Database errors have other fields with whole rows. */
interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
}

const MAX_CAUSES = 3
const MAX_TEXT = 20_000
/**
 * Patterns of addresses, user names and tokens in a text. Each takes linear time, since others write part of
 * these texts: a match can begin only at the first of a run of its characters.
 */
const MASKS: [RegExp, string][] = [
  // A password in an address.
  [/(\/\/)[^\s/@:"']*:[^\s/@"']*@/g, '$1…@'],
  // A query and a fragment.
  [/(?<=[^\s?#])[?#][^\s"'<>]+/g, '?…'],
  [/\b(apiSign|apiKey|secret|token|password|nonce)(=|":\s?"|: )[^\s&"',]+/gi, '$1$2…'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…'],
  // Quick links.
  [/\/l\/[\w-]+/g, '/l/…'],
  // Keys, secrets, tokens and hashes; our ids have only 24 characters.
  [/[\w-]{32,}/g, '…'],
]

/** Masks secrets and e-mail addresses in a text. */
export function maskSecrets(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), short)
}

/** The options of all our logs. */
export const LOG_OPTIONS: LoggerOptions = {
  serializers: {
    err: (error: unknown) => loggedError(error, MAX_CAUSES),
    // Messages of mail servers and databases.
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

/** Keeps the stack frames as they are: paths of our own files contain no secrets. */
function maskStack({ stack = '' }: Error): string {
  const at = stack.search(/\n {4}at /)
  return at === -1 ? maskSecrets(stack) : maskSecrets(stack.slice(0, at)) + stack.slice(at)
}
