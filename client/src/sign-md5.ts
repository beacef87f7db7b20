import { createHash } from 'node:crypto'
import { parameters, type SignableRequest } from './signature.ts'

/**
 * `apiSign` in the form that every server accepts: the MD5, in lower-case hex, of the secret, the query
 * parameters (sorted by key, key then value) and the body, without the method and the path.
 */
export function signMd5(secret: string, { query, body }: Pick<SignableRequest, 'query' | 'body'>): string {
  // Web Crypto has no MD5.
  return createHash('md5')
    .update(secret + parameters(query))
    .update(body)
    .digest('hex')
}
