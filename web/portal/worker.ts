// The service worker of a portal, built as one script, /manage/worker.js. Each portal registers its own, with the
// portal's address as its scope, so that the portals of several publishers in one browser have separate push
// subscriptions. It handles no requests and caches nothing.
import type { PushPayload } from '../../src/web-push/payload.ts'

/** The parts of a service worker's global scope that are used here; the pages' types don't have them. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  location: Location
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}
interface WindowClient {
  url: string
  focus(): Promise<unknown>
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerEvents {
  install: Extendable
  push: Extendable & { data: { json(): unknown } | null }
  notificationclick: Extendable & { notification: Notification }
  pushsubscriptionchange: Extendable & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
}

const worker = self as unknown as WorkerScope
const { registration } = worker

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.json())))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage((event.notification.data as { url: string }).url))
})
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(event.oldSubscription ?? undefined, event.newSubscription ?? undefined)),
)

async function showMessage(message: unknown): Promise<void> {
  const { title, body, url, tag, lang, dir } = message as PushPayload
  // Some browsers lack `renotify`: without it, a newer message would replace an older one silently.
  const options: NotificationOptions & { renotify: boolean } = {
    ...{ body, tag, lang, dir, data: { url } },
    renotify: tag !== '',
  }
  await registration.showNotification(title, options)
}

/** Opens a page of this service, or brings the tab to the front that shows it. */
async function openPage(url: string): Promise<void> {
  const page = new URL(url, worker.location.origin)
  const target = page.origin === worker.location.origin ? page.href : registration.scope
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => withoutFragment(tab.url) === withoutFragment(target))
  await (open ? open.focus() : worker.clients.openWindow(target))
}

function withoutFragment(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Has the service send to the browser's new subscription. The old endpoint proves that this is the same browser. */
async function renew(old?: PushSubscription, given?: PushSubscription): Promise<void> {
  const renewed =
    given ?? (await registration.pushManager.subscribe({ ...old?.options, userVisibleOnly: true }))
  await fetch(`${registration.scope}/push-subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...renewed.toJSON(), ...(old && { replaces: old.endpoint }) }),
  })
}
