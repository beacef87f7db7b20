import { escapeHtml } from '../html.ts'
import { directionOf, type Language } from '../words/index.ts'

// Styles stand at the elements, because mail programs remove style sheets. The colours are those of the pages.
const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, sans-serif; font-size: 16px'
const BODY = `${FONT}; line-height: 1.5; color: #1f1c18; background: #fbfaf7`
const BUTTON =
  'display: inline-block; padding: 12px 24px; border-radius: 8px; background: #a63a22; color: #ffffff; font-weight: 600; text-decoration: none'

/** Margins of a paragraph. */
export const TEXT = 'margin: 0 0 16px'
/** For less important text; with the class `soft`. */
export const SMALL = 'font-size: 14px; color: #5f584f'
/** Of links; with the class `accent`, if it is none. */
export const ACCENT = 'color: #a63a22'
export const HEADING = 'margin: 0 0 16px; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere'

/**
 * For programs that keep style sheets: dark colours for the classes of the elements. `!important`, since the
 * light ones stand at the elements.
 */
const DARK = [
  ':root { color-scheme: light dark; supported-color-schemes: light dark }',
  '@media (prefers-color-scheme: dark) {',
  '.page { color: #f1eee8 !important; background: #171614 !important }',
  '.card { background: #211f1c !important; border-color: #37332e !important }',
  '.line { border-color: #37332e !important }',
  '.soft { color: #b9b1a5 !important }',
  '.accent, .page a { color: #f08a6c !important }',
  '.page a.button { color: #171614 !important; background: #f08a6c !important }',
  '}',
].join('\n')

/** The HTML of a mail, around its content. */
export function mailPage(title: string, content: string[], language: Language): string {
  // Again at the content: programs that show mails in a page of their own drop what `html` says.
  const reading = `lang="${language}" dir="${directionOf(language)}"`
  return [
    '<!doctype html>',
    `<html ${reading}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>\n${DARK}\n</style></head>`,
    `<body class="page" style="margin: 0; padding: 0; ${BODY}">`,
    `<div class="page" role="main" ${reading} style="padding: 24px 16px; ${BODY}">`,
    '<div style="max-width: 560px; margin: 0 auto">',
    ...content,
    '</div></div></body></html>',
  ].join('\n')
}

/** A paragraph of HTML. */
export function paragraph(style: string, content: string, className = ''): string {
  return `<p${className && ` class="${className}"`} style="${style}">${content}</p>`
}

/** The link of a mail, as a button. */
export function button(link: string, text: string): string {
  const anchor = `<a class="button" href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(text)}</a>`
  return paragraph('margin: 0 0 24px', anchor)
}
