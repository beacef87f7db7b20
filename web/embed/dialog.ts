import type { FrameMessage } from '../shared/parent.ts'
import css from './dialog.css?inline'
import { createFrame, listenTo, TIMEOUT_MS } from './frames.ts'
import type { Scheme } from './look.ts'
import { type Language, WORDS } from './words.ts'

export interface DialogOptions {
  /** The origin of the service. */
  service: string
  /** The page in the frame. */
  url: string
  /** The same page without a frame, offered if the frame does not load in time. */
  link: string
  language: Language
  scheme: Scheme
  /** The element that gets the focus back on closing. */
  opener: Element | null
  onMessage: (message: FrameMessage) => void
  onClose: () => void
}

/** True if this browser supports what the dialog needs; browsers from before 2023 may not. */
export const canShowDialog =
  'HTMLDialogElement' in window &&
  'adoptedStyleSheets' in document &&
  'replaceSync' in CSSStyleSheet.prototype

/**
 * Shows a page of the service in a modal dialog, isolated from the
 * host page's styles. Returns a function to close it.
 */
export function openDialog(options: DialogOptions): () => void {
  const { service, opener, onMessage, onClose } = options
  const host = document.createElement('svc-widget')
  const parts = build(options)
  const { dialog, frame, content } = parts
  attachStyled(host, dialog)

  const stopListening = listenTo(frame, service, (message) => {
    if (message.type === 'close') return close()
    if (message.type === 'ready') show()
    if (message.type === 'height') dialog.style.setProperty('--content', `${message.height}px`)
    onMessage(message)
  })
  const timer = setTimeout(() => parts.showSlow(), TIMEOUT_MS)
  const unlock = lockScroll()
  // A single-page application may remove the dialog together with its page.
  const watch = new MutationObserver(() => host.isConnected || close())
  let open = true

  function show() {
    clearTimeout(timer)
    content.className = 'content'
    parts.wait.remove()
    if (host.shadowRoot!.activeElement !== frame) frame.focus()
  }

  function close() {
    if (!open) return
    open = false
    clearTimeout(timer)
    stopListening()
    watch.disconnect()
    unlock()
    dialog.close()
    host.remove()
    onClose()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }

  parts.closer.addEventListener('click', close)
  dialog.addEventListener('close', close)
  document.body.append(host)
  dialog.showModal()
  watch.observe(document.documentElement, { childList: true })
  watch.observe(document.body, { childList: true })
  return close
}

function build({ url, link, language, scheme }: DialogOptions) {
  const words = WORDS[language]
  const frame = createFrame(words.title, {})
  frame.allow = 'clipboard-write'
  frame.src = url
  const closer = make('button', { type: 'button', className: 'close', ariaLabel: words.close })
  const wheel = make('span', { className: 'wheel' })
  const text = make('p', { textContent: words.loading })
  const wait = make('div', { className: 'wait' }, wheel, text)
  wait.setAttribute('role', 'status')
  const content = make('div', { className: 'content waiting' }, frame, wait)
  const dialog = make('dialog', { ariaLabel: words.title, lang: language }, closer, content)
  dialog.classList.toggle('dark', scheme === 'dark')
  dialog.dir = language === 'ar' ? 'rtl' : 'ltr'

  const showSlow = () => {
    text.textContent = words.slow
    const anchor = make('a', { href: link, target: '_blank', rel: 'noopener', textContent: words.open })
    wheel.replaceWith()
    wait.append(anchor)
  }
  return { dialog, frame, content, wait, closer, showSlow }
}

/** Uses an adopted style sheet: a strict CSP forbids style elements and attributes. */
function attachStyled(host: HTMLElement, content: HTMLElement) {
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.append(content)
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: HTMLElement[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/**
 * Stops the page behind the dialog from scrolling, without a jump where its scroll bar was. Returns an undo.
 */
function lockScroll(): () => void {
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
