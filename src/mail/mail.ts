/** A mail as the product thinks of it. */
export interface Mail {
  to: string
  /** Whose name stands before the sender's address, where the settings give none. */
  publisher: string
  subject: string
  text: string
  html: string
  /** The links in it: where mails are only written to files, whoever tries the service out finds them in the log. */
  links: string[]
}

/** Longer names and subjects are cut. */
const MAX_HEADER = 200

/** A text that can stand in a header: without line breaks or other control characters, which could begin another one. */
export function oneLine(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return [...plain].slice(0, MAX_HEADER).join('')
}

/** A text without the e-mail addresses in it, as the log may have it. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g, '…@…').slice(0, 300)
}
