/** Paths of the events in the admin API and in the admin portal. `subscriber`: the owner of private events. */
export function pathsOf(subscriber: string | undefined) {
  return {
    api: subscriber ? `/subscribers/${encodeURIComponent(subscriber)}/events` : '/events',
    up: subscriber
      ? { to: `/events?subscriber=${subscriber}`, name: 'Private events' }
      : { to: '/events', name: 'Events' },
    query: subscriber ? `?subscriber=${subscriber}` : '',
  }
}
