import { words } from '../words/index.ts'

/** Paths of the events in the admin API and in the admin portal. `subscriber`: the owner of private events. */
export function pathsOf(subscriber: string | undefined) {
  return {
    api: subscriber ? `/subscribers/${encodeURIComponent(subscriber)}/events` : '/events',
    up: subscriber
      ? { to: `/events?subscriber=${subscriber}`, name: words.events.privateEvents }
      : { to: '/events', name: words.events.title },
    query: subscriber ? `?subscriber=${subscriber}` : '',
  }
}

/** The form of a new event that is like another one. */
export function copyPath(id: string, subscriber: string | undefined): string {
  return `/events/new?copy=${id}${subscriber ? `&subscriber=${subscriber}` : ''}`
}

/** The page with all dates of a series. */
export function datesPath(seriesId: string, subscriber: string | undefined): string {
  const place = subscriber ? `subscriber=${subscriber}` : 'show=table'
  return `/events?${place}&when=all&series=${seriesId}`
}
