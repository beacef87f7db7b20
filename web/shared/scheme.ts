const PREFERENCE = /^\(prefers-color-scheme:\s*(dark|light)\)$/

/**
 * Returns a function that shows the page in light or dark, whatever the device. It switches the media queries
 * of the page's own style sheets.
 */
export function schemeSwitch(): (scheme: 'light' | 'dark') => void {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => {
      const wanted = rule instanceof CSSMediaRule ? PREFERENCE.exec(rule.conditionText)?.[1] : undefined
      return wanted ? [{ media: (rule as CSSMediaRule).media, wanted }] : []
    })
  return (scheme) => {
    document.documentElement.style.colorScheme = scheme
    for (const { media, wanted } of rules) media.mediaText = wanted === scheme ? 'all' : 'not all'
  }
}

/**
 * Applies the `theme` of the host page or the link, `light` or `dark`; otherwise the page follows the device.
 */
export function applyScheme(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') schemeSwitch()(theme)
}
