import { EntraError, type EntraTokens, type Grant } from './entra-tokens.ts'
import { type GraphResponse } from './graph.ts'
import { type Mailbox } from './mailboxes.ts'

/** An application that is registered at Microsoft. */
export interface MicrosoftClient {
  id: string
  secret: string
  redirectUris: string[]
  /** Its secret has ended. */
  isExpired?: boolean
}

export interface MicrosoftDecision {
  email: string
  agrees: boolean
}

const KNOWN_SCOPES = ['Calendars.ReadWrite', 'offline_access', 'User.Read', 'openid', 'profile', 'email']

/** OAuth of login.microsoftonline.com (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export class Entra {
  readonly clients = new Map<string, MicrosoftClient>()
  readonly #tokens: EntraTokens
  readonly #mailboxes: ReadonlyMap<string, Mailbox>

  constructor(tokens: EntraTokens, client: MicrosoftClient, mailboxes: ReadonlyMap<string, Mailbox>) {
    this.#tokens = tokens
    this.clients.set(client.id, client)
    this.#mailboxes = mailboxes
  }

  showPage(url: URL): GraphResponse {
    const asked = this.#read(url.searchParams)
    if (asked instanceof Error) return page(400, `<h1>Sign in</h1><p>${asked.message}</p>`)
    const accounts = [...this.#mailboxes.keys()].map(
      (email, index) =>
        `<label><input type="radio" name="email" value="${email}"${index === 0 ? ' checked' : ''}> ${email}</label>`,
    )
    return page(
      200,
      `<h1>Permissions requested</h1><ul>${asked.scopes.map((scope) => `<li>${scope}</li>`).join('')}</ul>
<form method="post"><fieldset><legend>Account</legend>${accounts.join('<br>')}</fieldset>
<button name="decision" value="accept">Accept</button>
<button name="decision" value="cancel">Cancel</button></form>`,
    )
  }

  answerForm(url: URL, form: URLSearchParams): GraphResponse {
    const agrees = form.get('decision') === 'accept'
    const location = this.decide(url, { email: form.get('email') ?? '', agrees })
    return { status: 302, headers: { location }, body: '' }
  }

  /** Returns the address that the person's browser goes to after a decision. */
  decide(url: URL, { email, agrees }: MicrosoftDecision): string {
    const asked = this.#read(url.searchParams)
    if (asked instanceof Error) throw asked
    const mailbox = this.#mailboxes.get(email)
    if (!mailbox) throw new Error(`There is no account ${email}`)
    const target = new URL(asked.redirectUri)
    const state = url.searchParams.get('state')
    if (state !== null) target.searchParams.set('state', state)
    if (!agrees || mailbox.needsAdministrator) {
      const [number, words] = agrees
        ? [90094, 'An administrator has to agree.']
        : [65004, 'The person declined.']
      target.searchParams.set('error', 'access_denied')
      target.searchParams.set('error_description', `AADSTS${number}: ${words}`)
      return target.href
    }
    const { client, redirectUri, scopes, challenge } = asked
    const grant = { email, clientId: client.id, scopes }
    const code = this.#tokens.issueCode({
      ...grant,
      redirectUri,
      ...(challenge === null ? {} : { challenge }),
    })
    target.searchParams.set('code', code)
    return target.href
  }

  answerToken(form: URLSearchParams, timestamp: string): GraphResponse {
    try {
      return json(200, this.#token(form))
    } catch (error) {
      if (!(error instanceof EntraError)) throw error
      const { error: name, number, message } = error
      const body = { error: name, error_description: message, error_codes: [number], timestamp }
      return json(name === 'invalid_client' ? 401 : 400, body)
    }
  }

  #token(form: URLSearchParams) {
    const client = this.clients.get(form.get('client_id') ?? '')
    if (!client) throw new EntraError('unauthorized_client', 700016, 'Unknown application.')
    if (client.isExpired)
      throw new EntraError('invalid_client', 7000222, 'The provided client secret keys are expired.')
    if (form.get('client_secret') !== client.secret)
      throw new EntraError('invalid_client', 7000215, 'Invalid client secret provided.')
    const grant = this.#grant(form, client)
    const { accessToken: access_token, refreshToken: refresh_token } = this.#tokens.issue(grant)
    // offline_access shows by the refresh token; the answer's scopes are those of the resource.
    const scope = grant.scopes.filter((name) => name !== 'offline_access').join(' ')
    const others = { token_type: 'Bearer', scope, expires_in: 3600, ext_expires_in: 3600 }
    return { ...others, access_token, ...(refresh_token === undefined ? {} : { refresh_token }) }
  }

  #grant(form: URLSearchParams, { id }: MicrosoftClient): Grant {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#tokens.redeem(
          form.get('code') ?? '',
          id,
          form.get('redirect_uri') ?? '',
          form.get('code_verifier'),
        )
      case 'refresh_token':
        return this.#tokens.refresh(form.get('refresh_token') ?? '', id)
      default:
        throw new EntraError('unsupported_grant_type', 70003, 'Unknown grant_type.')
    }
  }

  #read(query: URLSearchParams) {
    const redirectUri = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
    const client = this.clients.get(query.get('client_id') ?? '')
    if (!client) return new Error('AADSTS700016: Unknown application.')
    if (!client.redirectUris.includes(redirectUri))
      return new Error('AADSTS50011: The redirect address is unknown.')
    if (query.get('response_type') !== 'code') return new Error('AADSTS900144: response_type=code is needed.')
    if (scopes.length === 0 || !scopes.every((scope) => KNOWN_SCOPES.includes(scope)))
      return new Error('AADSTS70011: The scope is not valid.')
    const challenge = query.get('code_challenge')
    if (challenge !== null && query.get('code_challenge_method') !== 'S256')
      return new Error('AADSTS501491: The code_challenge_method is not S256.')
    return { client, redirectUri, scopes, challenge }
  }
}

function page(status: number, content: string): GraphResponse {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Microsoft (a fake)</title>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function json(status: number, body: unknown): GraphResponse {
  return { status, headers: { 'content-type': 'application/json' }, body }
}
