/** Where lists and records of these events are, for the service and for people. `subscriber`: whose private ones. */
export function placesOf(subscriber: string | undefined) {
  return {
    api: subscriber ? `/subscribers/${encodeURIComponent(subscriber)}/events` : '/events',
    up: subscriber
      ? { to: `/events?subscriber=${subscriber}`, name: 'Private events' }
      : { to: '/events', name: 'Events' },
    query: subscriber ? `?subscriber=${subscriber}` : '',
  }
}
