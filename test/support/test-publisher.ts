import { signMd5 } from '../../src/signing/signature.ts'

/** JSON of unknown shape: tests say what they expect of it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Undefined where the body is no JSON. */
  body: Json
}

/** The parts of `NewPublisher` that it uses. */
interface Created {
  publisher: { id: number }
  apiKey: { key: string; secret: string }
  widgets: { id: string }[]
}

let counter = 0

/** A publisher's own program: speaks the signed API, and makes what a test needs through the front door. */
export class TestPublisher {
  /** The service's address; a test may start it anew elsewhere. */
  url: string
  readonly id: number
  readonly apiKey: string
  readonly secret: string
  readonly widgetId: string

  constructor(url: string, created: Created) {
    this.url = url
    this.id = created.publisher.id
    this.apiKey = created.apiKey.key
    this.secret = created.apiKey.secret
    this.widgetId = created.widgets[0]!.id
  }

  /** The same program, as it speaks to another process. */
  at(url: string): TestPublisher {
    const { id, apiKey: key, secret, widgetId } = this
    return new TestPublisher(url, { publisher: { id }, apiKey: { key, secret }, widgets: [{ id: widgetId }] })
  }

  get = (path: string, headers?: HeadersInit) => this.call('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers?: HeadersInit) => this.call('POST', path, body, headers)
  put = (path: string, body?: unknown) => this.call('PUT', path, body)
  delete = (path: string, body?: unknown) => this.call('DELETE', path, body)

  /** Signs and sends; a body that is a text or bytes goes as it is, anything else as JSON. */
  async call(method: string, path: string, body?: unknown, headers: HeadersInit = {}): Promise<Answer> {
    const raw =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    return send(this.signedUrl(path, raw), {
      method,
      headers,
      ...(raw !== undefined && { body: raw as BodyInit }),
    })
  }

  /** `path` with or without a query, below `/apiv2` where it does not begin with `/admin`. */
  signedUrl(path: string, body: string | Buffer = ''): string {
    const url = new URL(this.url + (path.startsWith('/admin/') ? '' : '/apiv2') + path)
    url.searchParams.append('apiKey', this.apiKey)
    const query = [...url.searchParams] as [string, string][]
    url.searchParams.append('apiSign', signMd5(this.secret, { query, body: Buffer.from(body) }))
    return url.href
  }

  /** Creates a sub-account, of a partner; answers its own program. */
  async account(over: Json = {}): Promise<TestPublisher> {
    const { publisherId, apiKey, secret, widgets } = expectOk(await this.post('/account', newAccount(over)))
    return new TestPublisher(this.url, {
      publisher: { id: publisherId },
      apiKey: { key: apiKey, secret },
      widgets,
    })
  }

  /** Registers a callback; answers its id. */
  async callback(url: string, over: Json = {}): Promise<{ id: string; signingSecret: string }> {
    return expectOk(await this.post('/admin/api/callbacks', { url, ...over })).data
  }

  /** Creates a public calendar; answers its id. */
  async calendar(over: Json = {}): Promise<string> {
    return expectOk(await this.post('/calendar', newCalendar(over))).calendarId as string
  }

  /** Creates a live public event in a calendar; answers its id. */
  async event(calendarId: string, over: Json = {}): Promise<string> {
    return expectOk(await this.post('/event', { ...fixture(), calendarId, ...over })).eventId as string
  }

  /** Creates a live private event; answers its id. */
  async privateEvent(svcId: string, over: Json = {}): Promise<string> {
    return expectOk(await this.post(`/event?svc_id=${svcId}`, { ...fixture(), type: 'private', ...over }))
      .eventId as string
  }

  /** Subscribes through the widget, each from an address of its own. */
  async subscribe(
    email: string,
    calendarIds: string[],
    over: Json = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return send(`${this.url}/w/${this.widgetId}/subscribe`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `10.0.${counter >> 8}.${counter++ & 255}`, ...headers },
      body: JSON.stringify({
        email,
        calendarIds,
        skip_schedule_selection: calendarIds.length === 0,
        ...over,
      }),
    })
  }

  /** A new subscriber of these calendars, with what its feed is reached by. */
  async subscriber(email = `fan-${++counter}@example.com`, calendarIds: string[] = [], over: Json = {}) {
    const { calendarUrl, manageUrl } = expectOk(await this.subscribe(email, calendarIds, over)) as Record<
      string,
      Json
    >
    const record = expectOk(await this.get(`/subscriber/${email}`)).data
    const local = (address: string) => this.url + new URL(address).pathname
    return {
      svcId: record.id as string,
      email,
      record,
      feedUrl: local(calendarUrl.httpsCalUrl as string),
      manageUrl: local(manageUrl as string),
    }
  }
}

/** A public calendar as a publisher's program describes it. */
export function newCalendar(over: Json = {}): Json {
  const n = ++counter
  return {
    name: `Calendar ${n}`,
    type: 'fixture',
    categories: 'Sports/Rugby',
    reference: `calendar-${n}`,
    genre: 'Sports',
    subGenre: 'Rugby',
    draftCalendar: 0,
    ...over,
  }
}

/** A live event in spring 2027, 15:00 to 17:00 in Europe/London. */
export function fixture(over: Json = {}): Json {
  const n = ++counter
  return {
    name: `City v Town ${n}`,
    location: 'City Ground',
    startDate: '2027-04-10',
    startTime: '15:00',
    endDate: '2027-04-10',
    endTime: '17:00',
    timezone: 'Europe/London',
    reference: `event-${n}`,
    draft: 0,
    ...over,
  }
}

/** The body with which a partner creates a sub-account. `custom` is replaced as a whole. */
export function newAccount(over: Json = {}): Json {
  const n = ++counter
  return {
    email: `account-${n}@example.com`,
    firstName: 'Sam',
    lastName: 'Secretary',
    timezone: 'Europe/London',
    company: `Town Rugby ${n}`,
    custom: { reference: `account-${n}` },
    ...over,
  }
}

/** A batch record like `fixture`. */
export function record(svcId: string, over: Json = {}): Json {
  return { svcId, ...fixture(), allDay: 'no', alert: '15M', details: 'Bring your card.', ...over }
}

export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function expectOk(answer: Answer): Json {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.body
}
