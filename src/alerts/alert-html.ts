import { escapeHtml } from '../html.ts'
import type { Brand } from '../mail/brand.ts'
import { accentStyle, factTable, HEADING, mailPage, paragraph, SMALL, TEXT } from '../mail/mail-page.ts'
import type { Language } from '../words/index.ts'
import type { AlertLinks, AlertTexts } from './alert-mail.ts'
import type { Fact } from './event-facts.ts'
import { htmlText, plainText } from './isolate.ts'
import type { ToldEvent } from './told-event.ts'

const LABEL = 'margin: 0; font-size: 14px; font-weight: 600'
const NAME = 'margin: 0 0 12px; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere'

/** The HTML of a mail about changes. */
export function alertHtml(texts: AlertTexts, brand: Brand, links: AlertLinks, language: Language): string {
  const { subject, events, more, update, otherwise, why } = texts
  const accent = accentStyle(brand)
  const linkTo = (link: string, text: string) =>
    `<a class="accent" href="${escapeHtml(link)}" style="${accent}">${escapeHtml(text)}</a>`
  const isOne = events.length === 1
  const page = {
    ...{ brand, title: plainText(subject, language), button: texts.open, link: links.portal, otherwise },
    content: [
      ...(isOne ? [] : [`<h1 style="${HEADING}">${htmlText(subject)}</h1>`]),
      ...events.map((event) => section(event, isOne ? 'h1' : 'h2', accent, language)),
      ...(more ? [paragraph(TEXT, linkTo(links.portal, more))] : []),
      paragraph('margin: 0 0 16px', escapeHtml(update)),
    ],
    why: [htmlText(why), linkTo(links.off, texts.switchOff)],
  }
  return mailPage(page, language)
}

function section(
  { name, labels, facts }: ToldEvent,
  heading: 'h1' | 'h2',
  accent: string,
  language: Language,
): string {
  const label = labels.map(escapeHtml).join(' · ')
  return [
    ...(label ? [paragraph(`${LABEL}; ${accent}`, label, 'accent')] : []),
    `<${heading} style="${NAME}">${htmlText(name)}</${heading}>`,
    factTable(facts.map(rowOf), language),
  ].join('\n')
}

function rowOf({ label, value, lines = [value], state, note }: Fact) {
  const text = lines.map(htmlText).join('<br>')
  const shown = {
    gone: `<s class="soft" style="${SMALL}; font-size: 16px">${text}</s>`,
    fresh: `<strong>${text}</strong>`,
  }
  const zone = note ? `<br><span class="soft" style="${SMALL}">${htmlText(note)}</span>` : ''
  return { label, html: (state ? shown[state] : text) + zone }
}
