/** Keeps the page behind the dialog where it is, without its scroll bar leaving a gap. Answers how to end that. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const gap = innerWidth - clientWidth
  const locked = { overflow: 'hidden', ...(gap > 0 && { 'padding-inline-end': `${gap}px` }) }
  const before = Object.keys(locked).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  for (const [name, value] of Object.entries(locked)) style.setProperty(name, value, 'important')
  return () => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority)
  }
}
