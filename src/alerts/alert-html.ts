import { escapeHtml } from '../html.ts'
import { ACCENT, button, HEADING, mailPage, paragraph, SMALL, TEXT } from '../mail/mail-page.ts'
import { directionOf, type Language } from '../words/index.ts'
import type { AlertLinks, AlertTexts } from './alert-mail.ts'
import type { Fact } from './event-facts.ts'
import { htmlText, plainText } from './isolate.ts'
import type { ToldEvent } from './told-event.ts'

const WRAP = 'overflow-wrap: anywhere'
// Tables, because Outlook ignores the padding and the border of other elements.
const CARD =
  'width: 100%; margin: 0 0 16px; border: 1px solid #e4dfd6; border-radius: 8px; border-collapse: separate; background: #ffffff'
const INSIDE = 'padding: 16px 20px'
const LABEL = `margin: 0; font-size: 14px; font-weight: 600; ${ACCENT}`
const NAME = `margin: 0 0 12px; font-size: 20px; line-height: 1.3; ${WRAP}`

/** The HTML of a mail about changes. */
export function alertHtml(texts: AlertTexts, links: AlertLinks, language: Language): string {
  const { publisher, subject, events, more, update, why } = texts
  const isOne = events.length === 1
  const portal = (text: string) => `<a href="${escapeHtml(links.portal)}" style="${ACCENT}">${text}</a>`
  const off = `<a href="${escapeHtml(links.off)}" style="${ACCENT}">${escapeHtml(texts.switchOff)}</a>`
  const content = [
    isOne
      ? paragraph(`margin: 0 0 8px; ${SMALL}; ${WRAP}`, htmlText(publisher), 'soft')
      : `<h1 style="${HEADING}">${htmlText(subject)}</h1>`,
    ...events.map((event) => card(event, isOne ? 'h1' : 'h2', language)),
    ...(more ? [paragraph(TEXT, portal(escapeHtml(more)))] : []),
    paragraph('margin: 24px 0 16px', escapeHtml(update)),
    button(links.portal, texts.open),
    paragraph(`margin: 0 0 8px; ${SMALL}; ${WRAP}`, htmlText(why), 'soft'),
    paragraph(`margin: 0; ${SMALL}`, off, 'soft'),
  ]
  return mailPage(plainText(subject, language), content, language)
}

function card({ name, labels, facts }: ToldEvent, heading: 'h1' | 'h2', language: Language): string {
  // Not `start`, which Outlook does not know.
  const side = directionOf(language) === 'rtl' ? 'right' : 'left'
  return [
    `<table role="presentation" class="card" cellspacing="0" cellpadding="0" style="${CARD}">`,
    `<tr><td style="${INSIDE}; text-align: ${side}">`,
    ...(labels.length > 0 ? [paragraph(LABEL, labels.map(escapeHtml).join(' · '), 'accent')] : []),
    `<${heading} style="${NAME}">${htmlText(name)}</${heading}>`,
    `<table cellspacing="0" cellpadding="0" style="width: 100%; border-collapse: collapse">`,
    ...facts.map((fact) => row(fact, side)),
    '</table></td></tr></table>',
  ].join('\n')
}

function row({ label, value, lines = [value], state, note }: Fact, side: string): string {
  const text = lines.map(htmlText).join('<br>')
  const shown = {
    gone: `<s class="soft" style="color: #5f584f">${text}</s>`,
    fresh: `<strong>${text}</strong>`,
  }
  const zone = note ? `<br><span class="soft" style="${SMALL}">${htmlText(note)}</span>` : ''
  const head = `padding: 8px 0; width: 30%; font-weight: normal; vertical-align: top; text-align: ${side}`
  const gap = side === 'right' ? 'padding: 8px 12px 8px 0' : 'padding: 8px 0 8px 12px'
  const line = 'border-top: 1px solid #e4dfd6'
  return [
    `<tr><th scope="row" class="soft line" style="${head}; ${line}; ${SMALL}; line-height: 24px">${escapeHtml(label)}</th>`,
    `<td class="line" style="${gap}; ${line}; text-align: ${side}; vertical-align: top; ${WRAP}">`,
    `${state ? shown[state] : text}${zone}</td></tr>`,
  ].join('')
}
