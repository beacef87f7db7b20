/** Undoes a change to an element. */
export type Undo = () => void

/** The page's own inline `display` of each hidden element. */
const displays = new WeakMap<HTMLElement, [value: string, priority: string]>()

/** Hides an element, even if the page's styles set its `display`. */
export function hide(element: HTMLElement): void {
  if (displays.has(element)) return
  const { style } = element
  const priority = style.getPropertyPriority('display')
  // A copy of a hidden element has our style; it is not the page's own.
  const isCopy = element.hidden && style.display === 'none' && priority === 'important'
  displays.set(element, isCopy ? ['', ''] : [style.display, priority])
  element.hidden = true
  style.setProperty('display', 'none', 'important')
}

/** Shows an element with the page's own `display`, even if the page hid it until the button works. */
export function show(element: HTMLElement): void {
  element.hidden = false
  const [value, priority] = displays.get(element) ?? ['', '']
  element.style.setProperty('display', value, priority)
  if (element.getAttribute('style') === '') element.removeAttribute('style')
  displays.delete(element)
}

/** True if an element is a link that works without this script. */
export function isLink(element: HTMLElement): boolean {
  return element instanceof HTMLAnchorElement && element.href !== ''
}

/** Makes any element a button, for mouse, keyboard and screen readers. */
export function makeButton(element: HTMLElement, press: () => void): Undo {
  const listening = new AbortController()
  const { signal } = listening
  const isButton = element instanceof HTMLButtonElement
  const hasLink = isLink(element)
  const restore = setAttributes(element, {
    'aria-haspopup': 'dialog',
    ...(!isButton && { role: 'button' }),
    ...(!isButton && !hasLink && { tabindex: '0' }),
  })

  const onClick = (event: MouseEvent) => {
    // The browser handles links that are opened in a new tab.
    if (hasLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    press()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== element || event.repeat) return
    if (event.key === ' ' || (event.key === 'Enter' && !hasLink)) {
      event.preventDefault()
      press()
    }
  }
  element.addEventListener('click', onClick, { signal })
  if (!isButton) element.addEventListener('keydown', onKey, { signal })
  return () => {
    listening.abort()
    restore()
  }
}

/** Sets the attributes that the page has not set itself. */
function setAttributes(element: Element, attributes: Record<string, string>): Undo {
  const missing = Object.entries(attributes).filter(([name]) => !element.hasAttribute(name))
  for (const [name, value] of missing) element.setAttribute(name, value)
  return () => missing.forEach(([name]) => element.removeAttribute(name))
}
