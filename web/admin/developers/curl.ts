/** A line for a shell that signs a request with a key and sends it. */
export function curlLine(origin: string, key: string, secret: string, sha256Only: boolean): string {
  const path = '/apiv2/calendar'
  if (sha256Only)
    return [
      `t=$(date +%s)`,
      `s=$(printf %s "GET${path}apiKey${key}apiTime$t" | openssl dgst -sha256 -hmac '${secret}' -r | cut -c1-64)`,
      `curl "${origin}${path}?apiKey=${key}&apiTime=$t&apiSign=$s"`,
    ].join('; ')
  return [
    `s=$(printf %s '${secret}apiKey${key}' | openssl dgst -md5 -r | cut -c1-32)`,
    `curl "${origin}${path}?apiKey=${key}&apiSign=$s"`,
  ].join('; ')
}
