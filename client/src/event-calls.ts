import { CalendarCalls } from './calendar-calls.ts'
import { type Operation, read, remove, segment, write } from './operation.ts'
import { walkPages } from './pages.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

/** A parameter that is not sent is left out. */
type ReadOptions = CallOptions & { tz?: string }

/** Public events, and private ones alone. */
export class EventCalls extends CalendarCalls {
  /** One page of public events, from 1; empty after the last one. */
  async listEvents(query: Inputs.EventQuery = {}, options?: CallOptions) {
    const answer = await this.send(read('/event', { ...query }, options))
    return answer.status === 204 ? [] : (answer.body as { data: Records.EventRecord[] }).data
  }

  /** All public events that fit, page by page. */
  events(query: Omit<Inputs.EventQuery, 'page'> = {}, options?: CallOptions) {
    return walkPages((page) => this.listEvents({ ...query, page }, options))
  }

  /** What one subscriber has: private events and those of the calendars they follow, or one kind of them. */
  async listSubscriberEvents(svcId: string, type?: 'private' | 'fixture', options?: CallOptions) {
    const answer = await this.send(read('/event', { svc_id: svcId, type }, options))
    return answer.body as Records.SubscriberEvent[]
  }

  /** By id or reference, public or private. */
  async getEvent(key: string, { tz, ...options }: ReadOptions = {}) {
    return this.data<Records.EventRecord>(read(`/event/${segment(key)}`, { tz }, options))
  }

  /** Creates a public event; answers its id. */
  async createEvent(event: Records.NewEvent, options?: CallOptions): Promise<string> {
    return this.create(write('POST', '/event', event, options), event.reference)
  }

  /** Creates an event that only one subscriber sees; answers its id. */
  async createPrivateEvent(
    svcId: string,
    event: Records.NewPrivateEvent,
    options?: CallOptions,
  ): Promise<string> {
    const body = { type: 'private', ...event }
    return this.create(
      { ...write('POST', '/event', body, options), query: { svc_id: svcId } },
      event.reference,
    )
  }

  /** By id or reference; answers the id. */
  async updateEvent(key: string, changes: Records.EventChanges, options?: CallOptions): Promise<string> {
    const answer = await this.send(write('PUT', `/event/${segment(key)}`, changes, options))
    return (answer.body as { eventId: string }).eventId
  }

  /** Changes all public events of a `referenceType`, or none; answers which. */
  async updateEventGroup(referenceType: string, changes: Records.EventChanges, options?: CallOptions) {
    const operation = write('PUT', `/events/${segment(referenceType)}`, changes, options)
    return this.data<{ id: string; reference: string }[]>(operation)
  }

  async deleteEvent(key: string, options?: CallOptions): Promise<void> {
    await this.send(remove(`/event/${segment(key)}`, options))
  }

  /** An event without a reference would be there twice if it was sent twice. */
  private async create(operation: Operation, reference: string | undefined): Promise<string> {
    const answer = await this.send({ ...operation, repeatable: Boolean(reference) })
    return (answer.body as { eventId: string }).eventId
  }
}
