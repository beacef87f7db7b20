import { escapeHtml } from '../html.ts'
import type { Language } from '../words/index.ts'
import { ACCENT, button, HEADING, mailPage, paragraph, SMALL, TEXT } from './mail-page.ts'

/** The parts of a mail, in their order. */
export interface MailParts {
  subject: string
  before: string
  /** Lines after `before`, and the text that leads from them to the link. */
  facts: { lines: string[]; then: string } | undefined
  button: string
  link: string
  /** Leads from the button to the written link. */
  otherwise: string
  after: string
}

const FACTS = `${TEXT}; padding: 12px 0; border: solid #e4dfd6; border-width: 1px 0`
// A link without a break makes phones show the whole mail smaller.
const LINK = `${TEXT}; ${SMALL}; overflow-wrap: anywhere; word-break: break-all`

/** Writes a mail with one link as HTML. */
export function mailHtml(parts: MailParts, language: Language): string {
  const { subject, before, facts, link, otherwise, after } = parts
  const href = escapeHtml(link)
  const content = [
    `<h1 style="${HEADING}">${escapeHtml(subject)}</h1>`,
    paragraph(TEXT, escapeHtml(before)),
    ...(facts
      ? [
          paragraph(FACTS, facts.lines.map(escapeHtml).join('<br>'), 'line'),
          paragraph(TEXT, escapeHtml(facts.then)),
        ]
      : []),
    button(link, parts.button),
    paragraph(LINK, `${escapeHtml(otherwise)}<br><a href="${href}" style="${ACCENT}">${href}</a>`, 'soft'),
    paragraph(`${TEXT}; ${SMALL}`, escapeHtml(after), 'soft'),
  ]
  return mailPage(subject, content, language)
}
