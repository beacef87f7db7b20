/** Takes back what was done to an element. */
export type Undo = () => void

/** What the page itself says of `display`, of each element that is hidden here. */
const displays = new WeakMap<HTMLElement, [value: string, priority: string]>()

/** Hides an element, also where the page's own styles give it a `display`. */
export function hide(element: HTMLElement): void {
  if (displays.has(element)) return
  const { style } = element
  const priority = style.getPropertyPriority('display')
  // A copy of an element that was hidden here says this; it is not the page that does.
  const isCopy = element.hidden && style.display === 'none' && priority === 'important'
  displays.set(element, isCopy ? ['', ''] : [style.display, priority])
  element.hidden = true
  style.setProperty('display', 'none', 'important')
}

/** Shows an element as the page has it, be it that the page hid it until it works. */
export function show(element: HTMLElement): void {
  element.hidden = false
  const [value, priority] = displays.get(element) ?? ['', '']
  element.style.setProperty('display', value, priority)
  if (element.getAttribute('style') === '') element.removeAttribute('style')
  displays.delete(element)
}

/** Whether an element leads somewhere without this script too. */
export function isLink(element: HTMLElement): boolean {
  return element instanceof HTMLAnchorElement && element.href !== ''
}

/** Makes any element a button, for the mouse, the keyboard and for who hears the page. */
export function makeButton(element: HTMLElement, press: () => void): Undo {
  const listening = new AbortController()
  const { signal } = listening
  const isButton = element instanceof HTMLButtonElement
  const leads = isLink(element)
  const restore = setAttributes(element, {
    'aria-haspopup': 'dialog',
    ...(!isButton && { role: 'button' }),
    ...(!isButton && !leads && { tabindex: '0' }),
  })

  const onClick = (event: MouseEvent) => {
    // A link that is opened in a new tab is left to the browser.
    if (leads && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    press()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== element || event.repeat) return
    if (event.key === ' ' || (event.key === 'Enter' && !leads)) {
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

/** Sets those attributes that the page itself did not. */
function setAttributes(element: Element, attributes: Record<string, string>): Undo {
  const missing = Object.entries(attributes).filter(([name]) => !element.hasAttribute(name))
  for (const [name, value] of missing) element.setAttribute(name, value)
  return () => missing.forEach(([name]) => element.removeAttribute(name))
}
