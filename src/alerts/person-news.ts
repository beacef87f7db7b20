import { type Alert, topicKey } from './alert.ts'
import type { AlertedEvent } from './alert-mail.ts'
import type { Channel } from './alert-rule.ts'
import { startOf } from './history.ts'
import { type EventHistory, newsBetween, outdatedVersion } from './news.ts'
import type { Person } from './recipient-store.ts'

/** An event that a person is told of. */
export interface NewsItem extends AlertedEvent {
  key: string
  /** The revision that is told. */
  revision: number
  /** When the event begins (epoch ms). No message is sent after that. */
  startAt: number
}

/**
 * Returns what a person has to be told of an alert's events by a channel, by the start of each. An event in several
 * calendars is told once. It is not gone for whom follows another calendar that shows it.
 */
export function newsFor(
  person: Person,
  channel: Channel,
  { topics, terms }: Alert,
  histories: Map<string, EventHistory>,
  calendarNames: Map<string, string>,
): NewsItem[] {
  const items = topics
    .flatMap((topic): NewsItem[] => {
      const key = topicKey(topic)
      const history = histories.get(key)!
      const since = person.follows.get(topic.calendarId)
      const last = history.changes.at(-1)
      if (since === undefined || !last) return []
      const told = toldOf(person, channel, key)
      const known = outdatedVersion(terms, history, { since, read: person.read, told })
      if (!known) return []
      const { current } = history
      if (!current && history.calendarIds.some((id) => person.follows.has(id))) return []
      const kinds = newsBetween(terms, known, current)
      const calendarName = calendarNames.get(topic.calendarId) ?? ''
      const texts = { before: known.picture, after: current?.picture ?? null, calendarName }
      return [
        { eventId: topic.eventId, kinds, ...texts, key, revision: last.revision, startAt: startOf(history) },
      ]
    })
    .sort((a, b) => a.startAt - b.startAt)
  const told = new Set<string>()
  return items.filter(({ eventId }) => !told.has(eventId) && told.add(eventId))
}

/** The revision of which a person was last told; undefined if no alert told of the event. */
function toldOf(person: Person, channel: Channel, key: string): number | undefined {
  return person.told.map(({ told }) => told[channel]?.[key]).findLast((revision) => revision !== undefined)
}
