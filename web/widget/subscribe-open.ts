import type { Application } from '../shared/applications.ts'

/** Applications that are web pages. They open in a new tab, so that the end stays visible here. */
const WEB_APPLICATIONS: Application[] = ['google', 'outlookcom', 'microsoft365']

/** An application that opens as soon as the service has answered. */
export interface Opening {
  open: (link: string | undefined) => void
  /** There is no link: closes the empty tab. */
  cancel: () => void
}

/**
 * Prepares to open an application; call it in the handler of the tap. Safari, and all browsers of iPhones, open a tab
 * only there, so an empty one waits for the answer. Other browsers allow it for some seconds after the tap, and an
 * empty tab would hide the page in them while it waits; in browsers inside of other apps it would take its place.
 */
export function beginOpening(application: Application): Opening {
  const early = navigator.vendor.startsWith('Apple') && WEB_APPLICATIONS.includes(application)
  const waiting = early ? window.open('about:blank', '_blank') : null
  return {
    open(link) {
      if (link === undefined) return
      if (link.startsWith('webcal:')) return openTop(link)
      if (waiting) waiting.opener = null
      waiting?.location.replace(link)
      if (!waiting) openTab(link)
    },
    cancel: () => waiting?.close(),
  }
}

/** Opens a tab, unless the tap is too long ago. Browsers may refuse; then the page shows a button anyway. */
function openTab(link: string): void {
  const { userActivation } = navigator as Partial<Navigator>
  if (userActivation && !userActivation.isActive) return
  // With `noopener` browsers return null, as they do when they refuse. The new page can't use its opener before this.
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
}

/**
 * Opens a link of another scheme from the top window: in a frame, the host page's content security policy would block
 * it. The page stays, since an application takes the link. As a click, a browser that refuses throws nothing.
 */
function openTop(link: string): void {
  Object.assign(document.createElement('a'), { href: link, target: '_top' }).click()
}
