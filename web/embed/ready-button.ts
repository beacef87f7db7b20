import type { ButtonColors } from '../shared/parent.ts'
import type { Undo } from './element.ts'
import { type Look, schemeNow } from './look.ts'
import css from './ready-button.css?inline'
import { WORDS } from './words.ts'

/** The ready looks of a button, as `data-svc-style` names them. */
export const BUTTON_STYLES = ['filled', 'outline', 'quiet'] as const
export type ButtonStyle = (typeof BUTTON_STYLES)[number]

/** Our sign: a calendar leaf with a plus. Each part is an SVG path in a square of 24. */
const SIGN = [
  'M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
  'M3 10h18M8 3v4M16 3v4M12 12.500v6M9 15.500h6',
]
const SVG = 'http://www.w3.org/2000/svg'

/**
 * Writes our label into a button that has none, and gives it one of the ready looks. Without a style it keeps that of
 * the page, as with a style that does not exist, which the console says. Returns an undo.
 */
export function dressButton(
  element: HTMLElement,
  style: string | undefined,
  look: Look,
  colors: ButtonColors | undefined,
): Undo {
  const undos = [addLabel(element, look)]
  if (isButtonStyle(style)) {
    if (colors && 'adoptedStyleSheets' in document) undos.push(wear(element, style, look, colors))
  } else if (style) {
    console.warn(`SvcWidget: data-svc-style="${style}" is ignored. There are ${BUTTON_STYLES.join(', ')}.`)
  }
  return () => undos.forEach((undo) => undo())
}

function isButtonStyle(style: string | undefined): style is ButtonStyle {
  return BUTTON_STYLES.some((one) => one === style)
}

function addLabel(element: HTMLElement, { language }: Look): Undo {
  const hasName = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
  if (hasName || element.childElementCount > 0 || element.textContent.trim() !== '') return () => {}
  const label = document.createElement('span')
  label.lang = language
  label.textContent = WORDS[language].add
  element.append(label)
  return () => label.remove()
}

function wear(element: HTMLElement, style: ButtonStyle, { scheme }: Look, colors: ButtonColors): Undo {
  const ending = new AbortController()
  const sign = makeSign()
  const paint = () => {
    for (const [name, value] of Object.entries(colors[schemeNow(scheme)]))
      element.style.setProperty(propertyOf(name), value)
  }
  const release = adoptSheet()
  element.setAttribute('data-svc-ready', style)
  element.prepend(sign)
  paint()
  if (!scheme) {
    const device = matchMedia('(prefers-color-scheme: dark)')
    device.addEventListener('change', paint, { signal: ending.signal })
  }
  return () => {
    ending.abort()
    sign.remove()
    element.removeAttribute('data-svc-ready')
    for (const name of Object.keys(colors.light)) element.style.removeProperty(propertyOf(name))
    release()
  }
}

function propertyOf(name: string): string {
  return `--svc-${name.toLowerCase()}`
}

function makeSign(): SVGElement {
  const sign = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    sign.setAttribute(name, value)
  for (const d of SIGN) {
    const part = document.createElementNS(SVG, 'path')
    part.setAttribute('d', d)
    sign.append(part)
  }
  return sign
}

let sheet: CSSStyleSheet | undefined
let wearers = 0

/** Adds our style sheet to the page while a button needs it. An adopted one, since a CSP may forbid style elements. */
function adoptSheet(): Undo {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  const own = sheet
  if (wearers++ === 0) document.adoptedStyleSheets = [...document.adoptedStyleSheets, own]
  return () => {
    if (--wearers > 0) return
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== own)
  }
}
