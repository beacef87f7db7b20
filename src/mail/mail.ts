/** A mail to send. */
export interface Mail {
  to: string
  /** The sender's name, if the settings have none. */
  publisher: string
  subject: string
  text: string
  html: string
  /** The links in it. If mails are only written to files, these are logged, so that they can be opened. */
  links: string[]
  /** `<id@host>`, RFC 5322, 3.6.4. Without one a new id is made at each attempt. */
  messageId?: string
  /** Further headers, such as `List-Unsubscribe`. Names that are no header's are left out. */
  headers?: Record<string, string>
}

/** Maximum characters of names and subjects; longer ones are cut. */
const MAX_HEADER = 200

/**
 * Makes a text safe for a header: replaces line breaks and other control characters, which could start
 * another header.
 */
export function oneLine(text: string): string {
  return [...withoutControls(text)].slice(0, MAX_HEADER).join('')
}

/** The text in one line: every run of line breaks and other control characters is a space. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

/** Masks e-mail addresses, for the log. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g, '…@…').slice(0, 300)
}
