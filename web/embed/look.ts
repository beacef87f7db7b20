import { isLanguage, type Language } from './words.ts'

export type Scheme = 'light' | 'dark'

/** How what is shown fits the page around it. */
export interface Look {
  language: Language
  /** Undefined: as the device, since the page is so too. */
  scheme: Scheme | undefined
}

/**
 * The look of what is shown at an element: what the page asks for with `lang` and `theme`, else what it is itself
 * there. A page that names no language of ours leaves that to the browser.
 */
export function lookAt(element: Element, asked: { lang?: string; theme?: string }): Look {
  return { language: languageAt(element, asked.lang), scheme: schemeAt(element, asked.theme) }
}

/** The scheme as it is now, also of a page that follows the device. */
export function schemeNow(scheme: Scheme | undefined): Scheme {
  return scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

function languageAt(element: Element, asked: string | undefined): Language {
  const here = element.closest<HTMLElement>('[lang]')?.lang
  const wanted = [asked, here, ...navigator.languages].map((tag) => tag?.split('-')[0]!.toLowerCase() ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

function schemeAt(element: Element, asked: string | undefined): Scheme | undefined {
  if (asked === 'light' || asked === 'dark') return asked
  const styled = getComputedStyle(element).colorScheme
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content
  // A page that says nothing is light, whatever the device is.
  const declared = !styled || styled === 'normal' ? (meta ?? '') : styled
  const isDark = /\bdark\b/.test(declared)
  if (isDark && /\blight\b/.test(declared)) return undefined
  return isDark ? 'dark' : 'light'
}
