import { CalendarCalls } from './calendar-calls.ts'
import { type Operation, read, remove, segment, write } from './operation.ts'
import { walkPages } from './pages.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

/** `tz`: the time zone of the times in the response. */
type ReadOptions = CallOptions & { tz?: string }
/** `scope`: of a date of a series, by default `this`. */
type ScopeOptions = CallOptions & { scope?: Records.Scope }

/** `calendarId`: the only calendar that the event is taken out of. */
type RemoveOptions = ScopeOptions & { calendarId?: string }

/** The answer to a creation. */
interface Created {
  eventId: string
  joined?: true
}

/** Public events, and single private events. */
export class EventCalls extends CalendarCalls {
  /** One page of public events, from 1; empty after the last one. */
  async listEvents(query: Inputs.EventQuery = {}, options?: CallOptions) {
    const answer = await this.send(read('/event', { ...query }, options))
    return answer.status === 204 ? [] : (answer.body as { data: Records.EventRecord[] }).data
  }

  /** All public events that match, read page by page. */
  events(query: Omit<Inputs.EventQuery, 'page'> = {}, options?: CallOptions) {
    return walkPages((page) => this.listEvents({ ...query, page }, options))
  }

  /** The events of one subscriber: private ones and those of followed calendars, or only one kind. */
  async listSubscriberEvents(svcId: string, type?: 'private' | 'fixture', options?: CallOptions) {
    const answer = await this.send(read('/event', { svc_id: svcId, type }, options))
    return answer.body as Records.SubscriberEvent[]
  }

  /** Reads an event by id or reference, public or private. */
  async getEvent(key: string, { tz, ...options }: ReadOptions = {}) {
    return this.data<Records.EventRecord>(read(`/event/${segment(key)}`, { tz }, options))
  }

  /** Creates a public event. Returns its id. */
  async createEvent(event: Records.NewEvent, options?: CallOptions): Promise<string> {
    return (await this.create(write('POST', '/event', event, options), event.reference)).eventId
  }

  /**
   * Creates a public event. If one of your public events has its reference already, that one is put into the calendars
   * of `event` instead, nothing else of it changes, and the answer has `joined`. It also has it if the answer to a
   * first attempt was lost, which created the event.
   */
  async createOrJoinEvent(
    event: Records.NewEvent & { reference: string },
    options?: CallOptions,
  ): Promise<{ eventId: string; joined: boolean }> {
    const operation = write('POST', '/event', { ...event, join: true }, options)
    const { eventId, joined = false } = await this.create(operation, event.reference)
    return { eventId, joined }
  }

  /** Creates an event that only one subscriber sees. Returns its id. */
  async createPrivateEvent(
    svcId: string,
    event: Records.NewPrivateEvent,
    options?: CallOptions,
  ): Promise<string> {
    const operation = write('POST', '/event', { type: 'private', ...event }, options)
    return (await this.create({ ...operation, query: { svc_id: svcId } }, event.reference)).eventId
  }

  /** Creates a series of public events. Without a reference it is not sent again when the answer is lost. */
  async createSeries(
    event: Records.NewEvent & { recurrence: Records.Recurrence },
    options?: CallOptions,
  ): Promise<Records.StoredSeries> {
    return this.store({
      ...write('POST', '/event', event, options),
      repeatable: Boolean(event.reference),
    })
  }

  /** Creates a series of events that only one subscriber sees. */
  async createPrivateSeries(
    svcId: string,
    event: Records.NewPrivateEvent & { recurrence: Records.Recurrence },
    options?: CallOptions,
  ): Promise<Records.StoredSeries> {
    const body = { type: 'private', ...event }
    return this.store({
      ...write('POST', '/event', body, options),
      query: { svc_id: svcId },
      repeatable: Boolean(event.reference),
    })
  }

  /** Reads a series by id or reference. */
  async getSeries(key: string, { tz, ...options }: ReadOptions = {}) {
    return this.data<Records.SeriesRecord>(read(`/event/${segment(key)}`, { tz }, options))
  }

  /** Changes all dates of a series, by its id or reference. */
  async updateSeries(
    key: string,
    changes: Records.EventChanges,
    options?: CallOptions,
  ): Promise<Records.StoredSeries> {
    return this.store({
      ...write('PUT', `/event/${segment(key)}`, changes, options),
      query: { scope: 'all' },
    })
  }

  /** Changes an event by id or reference, or dates of its series. Returns the id of what was changed. */
  async updateEvent(
    key: string,
    changes: Records.EventChanges,
    { scope, ...options }: ScopeOptions = {},
  ): Promise<string> {
    const operation = write('PUT', `/event/${segment(key)}`, changes, options)
    const answer = await this.send({ ...operation, ...(scope && { query: { scope } }) })
    return (answer.body as { eventId: string }).eventId
  }

  /** Changes all public events of a `referenceType`, or none of them. Returns the changed ones. */
  async updateEventGroup(referenceType: string, changes: Records.EventChanges, options?: CallOptions) {
    const operation = write('PUT', `/events/${segment(referenceType)}`, changes, options)
    return this.data<{ id: string; reference: string }[]>(operation)
  }

  /** Deletes an event by id or reference, or dates of its series. With `calendarId` it is only taken out of that calendar. */
  async deleteEvent(key: string, { calendarId, scope, ...options }: RemoveOptions = {}): Promise<void> {
    const operation = remove(`/event/${segment(key)}`, options)
    await this.send({ ...operation, query: { calendarId, scope } })
  }

  private async store(operation: Operation): Promise<Records.StoredSeries> {
    const { eventId, dates } = (await this.send(operation)).body as { eventId: string; dates: number }
    return { id: eventId, dates }
  }

  /** Repeatable only with a reference: without one, a repeated request would create the event twice. */
  private async create(operation: Operation, reference: string | undefined): Promise<Created> {
    const answer = await this.send({ ...operation, repeatable: Boolean(reference) })
    return answer.body as Created
  }
}
