/** The words of the delivery log by the codes of Node, OpenSSL, c-ares and undici. */
const WORDS: Record<string, string> = {
  ADDRESS_NOT_ALLOWED: 'address not allowed',
  ENOTFOUND: 'host name not found',
  ENODATA: 'host name not found',
  EAI_AGAIN: 'host name lookup failed',
  ESERVFAIL: 'host name lookup failed',
  EREFUSED: 'host name lookup failed',
  EBADRESP: 'host name lookup failed',
  ETIMEOUT: 'host name lookup failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without an answer',
  EPIPE: 'connection closed without an answer',
  UND_ERR_SOCKET: 'connection closed without an answer',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  DEADLINE: 'timed out',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  CERT_HAS_EXPIRED: 'certificate not valid: expired',
  CERT_NOT_YET_VALID: 'certificate not valid: not yet valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not valid: self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not valid: issuer unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not valid: issuer unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not valid: issuer not sent along',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate not valid: for another name',
  EPROTO: 'TLS failed',
  UND_ERR_HEADERS_OVERFLOW: 'answer has too many headers',
  TOO_MANY_BYTES: 'answer too long',
  UND_ERR_DESTROYED: 'sender closed',
}

/** The words for families of many codes, by the beginning of a code. */
const FAMILIES: [start: string, words: string][] = [
  ['CERT_', 'certificate not valid'],
  ['ERR_SSL_', 'TLS failed'],
  ['ERR_TLS_', 'TLS failed'],
]

/** Describes in a few plain words why there is no answer. */
export function describeSendError(error: unknown): string {
  const { code = '', name, message } = error as NodeJS.ErrnoException
  // undici gives no code for an answer that it can't parse. One that it refuses has that of a closed connection.
  if (name === 'HTTPParserError' || message === 'bad response' || message === 'bad upgrade') {
    return 'answer is not HTTP'
  }
  const family = FAMILIES.find(([start]) => code.startsWith(start))
  return WORDS[code] ?? family?.[1] ?? `could not be sent${code && ` (${code})`}`
}
