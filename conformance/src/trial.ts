import { expectOk, Mismatch } from './expect.ts'
import type { Answer, Json, SignedRequests } from './signed-requests.ts'

/** The beginning of all names created here, to recognise leftovers. */
export const MARK = 'Conformance test'
/** The greatest number of ids in one deletion. */
const MAX_IDS = 1000
/** Years ahead, so that no page ever shows these events as upcoming. */
const YEARS_AHEAD = 2

export interface Options {
  url: string
  apiKey: string
  secret: string
  /** Milliseconds between batch requests; 0 if the server does not limit them. */
  paceMs: number
  /** True if the key is a partner's and may create one sub-account, which stays. */
  partner: boolean
  /** The subscriber to use; if undefined, one is created through the widget. */
  svcId?: string
  widgetId?: string
  /** The URL at which the server reaches our receiver; if undefined, on loopback. */
  webhookUrl?: string
  receiverPort: number
  /** True if the receiver's URL is already registered. */
  callbackReady: boolean
  /** The encryption secret of that callback. */
  callbackSecret?: string
}

export interface Subscriber {
  svcId: string
  email: string
  /**
   * Set if the subscriber was created here and can be unsubscribed; undefined if it came with the options.
   */
  made?: { widgetId: string }
}

export interface Result {
  section: string
  name: string
  outcome: 'ok' | 'FAIL' | 'skip'
  /** The expected and the actual value, or why the check was skipped. */
  detail: string
}

export interface Section {
  name: string
  run: (trial: Trial) => Promise<void>
}

/** One run: helpers and data that the sections share, and the results. */
export class Trial {
  readonly api: SignedRequests
  readonly options: Options
  readonly results: Result[] = []
  /** A part of all names that is unique to this run. */
  readonly run = Date.now().toString(36)
  readonly day: string
  section = ''
  /** Private events added by batches, to be deleted at the end. */
  readonly addedIds: string[] = []
  readonly #onResult: (result: Result) => void
  readonly #cleanUps: (() => Promise<unknown>)[] = []
  #number = 0
  #calendars: Promise<[string, string]> | undefined
  #subscriber: Promise<Subscriber | string> | undefined

  constructor(api: SignedRequests, options: Options, onResult: (result: Result) => void) {
    this.api = api
    this.options = options
    this.#onResult = onResult
    this.day = `${new Date().getUTCFullYear() + YEARS_AHEAD}-06-14`
  }

  /** Runs one check. An exception fails it, and the next checks run anyway. */
  async check(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#record(name, 'ok')
    } catch (error) {
      const detail = error instanceof Mismatch ? error.message : errorText(error)
      this.#record(name, 'FAIL', detail)
    }
  }

  skip(name: string, why: string): void {
    this.#record(name, 'skip', why)
  }

  /** Adds work for the end of the run, which runs in reverse order, even after failures. */
  later(cleanUp: () => Promise<unknown>): void {
    this.#cleanUps.push(cleanUp)
  }

  async cleanUp(): Promise<void> {
    while (this.addedIds.length > 0) {
      const ids = this.addedIds.splice(0, MAX_IDS)
      this.#cleanUps.push(() => this.api.delete('/batch/events?type=private', { ids }))
    }
    for (;;) {
      const next = this.#cleanUps.pop()
      if (!next) return
      await next().catch((error: unknown) => this.#record('cleaning up', 'FAIL', errorText(error)))
    }
  }

  reference(): string {
    return `conformance-${this.run}-${++this.#number}`
  }

  calendarFields(over: object = {}): Json {
    return {
      name: `${MARK} ${this.run} ${++this.#number}`,
      type: 'fixture',
      categories: 'Conformance/Test',
      reference: this.reference(),
      genre: 'Sports',
      subGenre: 'Rugby',
      draftCalendar: 0,
      ...over,
    }
  }

  /** Fields of a live event, 15:00 to 17:00 in London. */
  eventFields(over: object = {}): Json {
    return {
      name: `${MARK} event`,
      location: 'City Ground',
      startDate: this.day,
      startTime: '15:00',
      endDate: this.day,
      endTime: '17:00',
      allDay: 'no',
      timezone: 'Europe/London',
      reference: this.reference(),
      draft: 0,
      ...over,
    }
  }

  async newCalendar(over: object = {}): Promise<string> {
    const { calendarId } = expectOk(await this.api.post('/calendar', this.calendarFields(over)))
    this.later(() => this.api.delete(`/calendar/${calendarId}`))
    return calendarId as string
  }

  /** Two public calendars, shared by all sections. */
  calendars(): Promise<[string, string]> {
    this.#calendars ??= (async () => [await this.newCalendar(), await this.newCalendar()])()
    return this.#calendars
  }

  /** The subscriber for private events, or the reason why there is none. */
  subscriber(): Promise<Subscriber | string> {
    this.#subscriber ??= this.#findSubscriber()
    return this.#subscriber
  }

  /** Runs checks that need a subscriber, or skips them all if there is none. */
  async withSubscriber(what: string, work: (subscriber: Subscriber) => Promise<void>): Promise<void> {
    const subscriber = await this.subscriber()
    if (typeof subscriber === 'string') this.skip(what, subscriber)
    else await work(subscriber)
  }

  async subscribe(widgetId: string, email: string, over: object = {}): Promise<Answer> {
    const body = JSON.stringify({ email, calendarIds: [], skip_schedule_selection: true, ...over })
    const headers = { 'content-type': 'application/json' }
    return this.api.fetch(`${this.api.base}/w/${widgetId}/subscribe`, { method: 'POST', headers, body })
  }

  /** The widget from the options, or the server's first active one; undefined if it has none. */
  async widget(): Promise<string | undefined> {
    if (this.options.widgetId) return this.options.widgetId
    const { status, body } = await this.api.get('/admin/api/widgets')
    if (status !== 200 || !Array.isArray(body?.data)) return undefined
    const button = body.data.find((widget: Json) => widget.type === 'button' && widget.active !== false)
    return button?.id as string | undefined
  }

  async #findSubscriber(): Promise<Subscriber | string> {
    const { svcId } = this.options
    if (svcId) {
      const { data } = expectOk(await this.api.get(`/subscriber/${encodeURIComponent(svcId)}`))
      return { svcId, email: data.email as string }
    }
    const widgetId = await this.widget()
    if (!widgetId) return 'nobody to send to: give --svc-id or --widget-id'
    const email = `conformance-${this.run}@example.com`
    const answer = await this.subscribe(widgetId, email)
    if (answer.status !== 200) return `the widget answers ${answer.status} ${answer.text.slice(0, 100)}`
    const { data } = expectOk(await this.api.get(`/subscriber/${email}`))
    // The API can't erase a person, so the subscriber stays, unsubscribed.
    this.later(() => this.api.post(`/subscriber/${data.id}/unsubscribe`))
    return { svcId: data.id as string, email, made: { widgetId } }
  }

  #record(name: string, outcome: Result['outcome'], detail = ''): void {
    const result = { section: this.section, name, outcome, detail }
    this.results.push(result)
    this.#onResult(result)
  }
}

function errorText(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return [message ?? String(error), cause?.code ?? cause?.message].filter(Boolean).join(': ')
}
