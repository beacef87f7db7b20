import type { BrowserContext } from 'playwright-core'
import type { PushedBrowser } from './push-service.ts'

/**
 * Has a browser subscribe at the push service of the test: its own can't be reached here. All else is the browser's:
 * the permission, the service worker, the notification. A reload keeps the subscription.
 */
export async function stubPush(context: BrowserContext, browser: PushedBrowser): Promise<void> {
  await context.addInitScript(({ endpoint, keys }) => {
    const stored = 'stubbed-push'
    const make = (key: string) => ({
      endpoint,
      options: {
        userVisibleOnly: true,
        applicationServerKey: Uint8Array.from(
          atob(key.replaceAll('-', '+').replaceAll('_', '/')),
          (character) => character.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: () => {
        localStorage.removeItem(stored)
        return Promise.resolve(true)
      },
    })
    Object.assign(PushManager.prototype, {
      subscribe(options: { applicationServerKey: string; userVisibleOnly: boolean }) {
        if (!options.userVisibleOnly) throw new Error('userVisibleOnly is needed')
        localStorage.setItem(stored, options.applicationServerKey)
        return Promise.resolve(make(options.applicationServerKey))
      },
      getSubscription() {
        const key = localStorage.getItem(stored)
        return Promise.resolve(key === null ? null : make(key))
      },
    })
  }, browser)
}
