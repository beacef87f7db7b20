import { expectOk, Mismatch } from './expect.ts'
import type { Answer, Json, SignedRequests } from './signed-requests.ts'

/** What everything made here is called, so that it is known again. */
export const MARK = 'Conformance test'
/** Ids of one deletion. */
const MOST_IDS = 1000
const FAR = 2 // years ahead: nothing of it is ever shown to anybody as coming next

export interface Options {
  url: string
  apiKey: string
  secret: string
  /** Milliseconds between batch requests; 0: the server does not pace. */
  paceMs: number
  /** The key is a partner's, and one sub-account may be made, which stays. */
  partner: boolean
  /** Somebody subscribed to be used; else one is made through the widget. */
  svcId?: string
  widgetId?: string
  /** Where the server reaches our receiver; else on loopback. */
  webhookUrl?: string
  receiverPort: number
  /** The receiver's URL is registered already. */
  callbackReady: boolean
  /** Of that callback. */
  callbackSecret?: string
}

export interface Subscriber {
  svcId: string
  email: string
  /** Made here, so that anything may be done with it; undefined: given by who runs this. */
  made?: { widgetId: string }
}

export interface Result {
  section: string
  name: string
  outcome: 'ok' | 'FAIL' | 'skip'
  /** What was expected and came, or why it was skipped. */
  detail: string
}

export interface Section {
  name: string
  run: (trial: Trial) => Promise<void>
}

/** One run: what the sections share, and what came of the checks. */
export class Trial {
  readonly api: SignedRequests
  readonly options: Options
  readonly results: Result[] = []
  /** Parts of names that no other run has. */
  readonly run = Date.now().toString(36)
  readonly day: string
  section = ''
  /** Private events that batches added: deleted at the end, a thousand at a time. */
  readonly addedIds: string[] = []
  readonly #tell: (result: Result) => void
  readonly #cleanUps: (() => Promise<unknown>)[] = []
  #number = 0
  #calendars: Promise<[string, string]> | undefined
  #subscriber: Promise<Subscriber | string> | undefined

  constructor(api: SignedRequests, options: Options, tell: (result: Result) => void) {
    this.api = api
    this.options = options
    this.#tell = tell
    this.day = `${new Date().getUTCFullYear() + FAR}-06-14`
  }

  /** Runs one check. What it throws is its failure; the next ones run anyway. */
  async check(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#note(name, 'ok')
    } catch (error) {
      const told = error instanceof Mismatch ? error.message : whatHappened(error)
      this.#note(name, 'FAIL', told)
    }
  }

  skip(name: string, why: string): void {
    this.#note(name, 'skip', why)
  }

  /** What is done at the end, last first, whatever happens. */
  later(cleanUp: () => Promise<unknown>): void {
    this.#cleanUps.push(cleanUp)
  }

  async cleanUp(): Promise<void> {
    while (this.addedIds.length > 0) {
      const ids = this.addedIds.splice(0, MOST_IDS)
      this.#cleanUps.push(() => this.api.delete('/batch/events?type=private', { ids }))
    }
    for (;;) {
      const next = this.#cleanUps.pop()
      if (!next) return
      await next().catch((error: unknown) => this.#note('cleaning up', 'FAIL', whatHappened(error)))
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

  /** A live event, 15:00 to 17:00 in London. */
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

  /** Two public calendars that all sections share. */
  calendars(): Promise<[string, string]> {
    this.#calendars ??= (async () => [await this.newCalendar(), await this.newCalendar()])()
    return this.#calendars
  }

  /** Somebody to send private events to, or why there is nobody. */
  subscriber(): Promise<Subscriber | string> {
    this.#subscriber ??= this.#findSubscriber()
    return this.#subscriber
  }

  /** Runs checks that need somebody, or skips them together. */
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

  /** The widget given, or the first one the server tells of; undefined: it tells of none. */
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
    // No program can erase a person: who was made here stays, unsubscribed.
    this.later(() => this.api.post(`/subscriber/${data.id}/unsubscribe`))
    return { svcId: data.id as string, email, made: { widgetId } }
  }

  #note(name: string, outcome: Result['outcome'], detail = ''): void {
    const result = { section: this.section, name, outcome, detail }
    this.results.push(result)
    this.#tell(result)
  }
}

function whatHappened(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return [message ?? String(error), cause?.code ?? cause?.message].filter(Boolean).join(': ')
}
