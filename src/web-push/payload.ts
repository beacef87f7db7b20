import { MESSAGE_BYTES } from './encrypt-message.ts'

/** A notification as the service worker of the portal shows it (web/portal/worker.ts). */
export interface PushPayload {
  title: string
  body: string
  /** The page that a tap opens: a path of this service. */
  url: string
  /** A newer notification replaces one with the same tag. */
  tag: string
  /** The language of the texts, such as `en`. */
  lang: string
  dir: 'ltr' | 'rtl'
}

const TITLE_CHARACTERS = 200
const CUT = '…'

/** Returns the payload as JSON of at most `MESSAGE_BYTES` octets. Texts that are too long are cut. */
export function writePayload(payload: PushPayload): Buffer {
  const title = shorten([...payload.title], TITLE_CHARACTERS)
  const characters = [...payload.body]
  for (let length = characters.length; ; length = Math.floor(length * 0.9)) {
    const json = Buffer.from(JSON.stringify({ ...payload, title, body: shorten(characters, length) }))
    if (json.length <= MESSAGE_BYTES || length === 0) return json
  }
}

function shorten(characters: string[], length: number): string {
  if (characters.length <= length) return characters.join('')
  return characters.slice(0, Math.max(0, length - 1)).join('') + CUT
}
