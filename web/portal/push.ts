/** Web push in this browser, for the portal at `path`. */

import type { StoredPush } from '../../src/http/widget/push-schemas.ts'
import type { Answer } from '../shared/api.ts'
import { postJson } from '../shared/api.ts'
import { device } from '../shared/device.ts'

const WORKER = '/manage/worker.js'

/** `home`: only on a page of the home screen. `none`: this browser has no web push, or not on this page. */
export function pushSupport(): 'here' | 'home' | 'none' {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (able && isSecureContext) return 'here'
  return device === 'ios' && isSecureContext ? 'home' : 'none'
}

/** True on a page that was opened from the home screen. */
export function isOnHomeScreen(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

/** Returns this browser's subscription with `key`, the service's public key; undefined if there is none. */
export async function findSubscription(path: string, key: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(path)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && keyOf(subscription) === key ? subscription : undefined
}

/**
 * Subscribes this browser and has the service send to it. Call it after the permission was granted. Throws if the
 * browser can't.
 */
export async function subscribe(path: string, key: string): Promise<Answer<StoredPush>> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: path })
  await activated(registration)
  const before = await registration.pushManager.getSubscription()
  // A browser refuses a second key.
  if (before && keyOf(before) !== key) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON()
  return postJson(`${path}/push-subscriptions`, { endpoint, keys })
}

/** Ends this browser's subscription. */
export async function unsubscribe(path: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(path)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await registration?.unregister()
}

/** The id by which the service knows a subscription: the beginning of a hash of its endpoint. */
export async function idOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(new URL(endpoint).href))
  return [...new Uint8Array(hash).subarray(0, 12)]
    .map((octet) => octet.toString(16).padStart(2, '0'))
    .join('')
}

async function activated({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing
  if (!worker || worker.state === 'activated') return
  await new Promise<void>((done, fail) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done()
      if (worker.state === 'redundant') fail(new Error('the service worker was not installed'))
    })
  })
}

/** The service's key of a subscription, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const octets = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const base64 = btoa(String.fromCharCode(...octets))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
