import type { NewApiKey } from '../../../src/http/admin/api-keys-schemas.ts'
import type { SentRequest } from '../../../src/http/admin/callbacks-schemas.ts'

type Key = Pick<NewApiKey, 'apiKey' | 'secret' | 'sha256Only' | 'onceOnly' | 'scope'>

/** A shell command that signs a request the way this key requires, and sends it. */
export function curlCommand(origin: string, { apiKey, secret, sha256Only, onceOnly, scope }: Key): string {
  const path = scope === 'batch' ? '/apiv2/batch/events' : '/apiv2/calendar'
  const parameters = [
    ['apiKey', apiKey],
    ...(sha256Only ? [['apiTime', '${t}']] : []),
    ...(onceOnly ? [['nonce', '${n}']] : []),
    ...(onceOnly && !sha256Only ? [['timestamp', '${t}']] : []),
    ...(scope === 'batch' ? [['type', 'private']] : []),
  ]
  const text = parameters.flat().join('')
  const query = parameters.map(([name, value]) => `${name}=${value}`).join('&')
  return [
    ...(sha256Only || onceOnly ? ['t=$(date +%s)'] : []),
    ...(onceOnly ? ['n=$(openssl rand -hex 12)'] : []),
    sha256Only
      ? `s=$(printf %s "GET${path}${text}" | openssl dgst -sha256 -hmac '${secret}' -r | cut -c1-64)`
      : `s=$(printf %s "${secret}${text}" | openssl dgst -md5 -r | cut -c1-32)`,
    `curl "${origin}${path}?${query}&apiSign=$s"`,
  ].join('; ')
}

/** A shell command that sends a webhook again as it was sent. */
export function webhookCurl({ url, headers, body }: Pick<SentRequest, 'url' | 'headers' | 'body'>): string {
  return [
    `curl ${inQuotes(url)}`,
    ...headers.map(({ name, value }) => `  -H ${inQuotes(`${name}: ${value}`)}`),
    `  --data-raw ${inQuotes(body)}`,
  ].join(' \\\n')
}

/** A text as one word of a POSIX shell. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
