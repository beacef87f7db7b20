const PREFERENCE = /^\(prefers-color-scheme:\s*(dark|light)\)$/

/**
 * Shows the page as on a light or a dark device, whatever this one is: switches the rules that its own styles
 * have for that.
 */
export function schemeSwitch(): (scheme: 'light' | 'dark') => void {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => {
      const asked = rule instanceof CSSMediaRule ? PREFERENCE.exec(rule.conditionText)?.[1] : undefined
      return asked ? [{ media: (rule as CSSMediaRule).media, asked }] : []
    })
  return (scheme) => {
    document.documentElement.style.colorScheme = scheme
    for (const { media, asked } of rules) media.mediaText = asked === scheme ? 'all' : 'not all'
  }
}

/** Shows the page as the one around it is, or the link says, with `theme=light` or `theme=dark`; else as the device. */
export function applyScheme(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') schemeSwitch()(theme)
}
