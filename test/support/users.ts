import { inviteUser } from '../../src/users/invite.ts'
import type { Role } from '../../src/users/user.ts'
import type { TestApp } from './test-app.ts'
import { type Answer, type Json, send, type TestPublisher } from './test-publisher.ts'

let counter = 0

/** A password that keeps to the rules. */
export const PASSWORD = 'correct horse battery'

/** A browser that keeps cookies and, once somebody signed in with it, the CSRF token. */
export class TestBrowser {
  readonly app: TestApp
  readonly cookies = new Map<string, string>()
  /** How each cookie was last set. */
  readonly set: string[] = []
  csrf = ''
  id = ''
  email = ''
  /** An address of its own, so that browsers don't meet in the limits. */
  address = `10.9.${(++counter >> 8) & 255}.${counter & 255}`

  constructor(app: TestApp) {
    this.app = app
  }

  get = (path: string, headers?: Json) => this.call('GET', path, undefined, headers)
  post = (path: string, body: unknown = {}, headers?: Json) => this.call('POST', path, body, headers)
  put = (path: string, body: unknown = {}, headers?: Json) => this.call('PUT', path, body, headers)
  delete = (path: string, body?: unknown, headers?: Json) => this.call('DELETE', path, body, headers)

  /** `path` below `/admin/api`. Headers of undefined are left out. */
  async call(method: string, path: string, body?: unknown, over: Json = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      'x-forwarded-for': this.address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(cookie && { cookie }),
      ...(method !== 'GET' && this.csrf && { 'x-csrf-token': this.csrf }),
      ...over,
    }
    const sent = Object.entries<string | undefined>(headers).filter(([, value]) => value !== undefined)
    const answer = await send(`${this.app.url}/admin/api${path}`, {
      method,
      headers: sent as [string, string][],
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    if (answer.body?.data?.csrf) this.csrf = answer.body.data.csrf
    return answer
  }

  private keep(line: string): void {
    this.set.push(line)
    const [name, value] = line.split(';')[0]!.split('=') as [string, string]
    if (value) this.cookies.set(name, value)
    else this.cookies.delete(name)
  }
}

/** The token of a fresh invitation to a publisher. */
export async function invitationTo(app: TestApp, club: TestPublisher, role: Role, over: Json = {}) {
  const invitation = { email: `${role}-${++counter}@example.com`, name: 'Pat', role, language: 'en', ...over }
  const by = { kind: 'system' as const, id: 'test', name: 'Test', homeId: club.id, requestId: '' }
  const actor = { ...by, publisherId: club.id, at: app.ctx.now() }
  return inviteUser(app.ctx.db, actor, invitation)
}

/** A user of a publisher, who has accepted the invitation and is signed in. */
export async function userOf(
  app: TestApp,
  club: TestPublisher,
  role: Role,
  over: Json = {},
): Promise<TestBrowser> {
  const { password, ...invited } = over
  const { user, token } = await invitationTo(app, club, role, invited)
  const browser = new TestBrowser(app)
  const answer = await browser.post('/session/redeem', { token, password })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return Object.assign(browser, { id: user.id, email: user.email })
}

/** Addresses are believed from the header, so that each browser can have its own. */
export const BEHIND_PROXY = {
  config: <T extends { http: { trustedProxies: number } }>(config: T): T => ({
    ...config,
    http: { ...config.http, trustedProxies: 1 },
  }),
}

/** The links mailed so far, oldest first: without a mail server they are in the log. */
export function mailedLinks(app: TestApp): string[] {
  return app.log.filter((line) => line.includes('mail written')).flatMap((line) => JSON.parse(line).links)
}

/** The audit log, oldest first, straight from the table. */
export async function auditOf(app: TestApp, publisherId: number) {
  return app.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
