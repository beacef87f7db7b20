import { type ApiResponse } from './api.ts'
import { KNOWN_SCOPES } from './api-table.ts'
import { type Client, type GoogleState } from './state.ts'
import { ACCESS_TOKEN_LIFE, TokenError, type Tokens } from './tokens.ts'

/** An application's request for a person's agreement, as its address says it. */
interface Authorization {
  client: Client
  redirectUri: string
  scopes: string[]
  state: string | null
  challenge?: string
  offline: boolean
  loginHint: string | null
}

/** What the person decides on the page. */
export interface Decision {
  email: string
  /** False for the button "Cancel". */
  agrees: boolean
  /** The scopes whose boxes stay ticked; all without it. */
  ticked?: string[]
}

/** The OAuth endpoints (developers.google.com/identity/protocols/oauth2/web-server). */
export class OAuth {
  readonly clients = new Map<string, Client>()
  readonly #state: GoogleState
  readonly #tokens: Tokens

  constructor(state: GoogleState, tokens: Tokens) {
    this.#state = state
    this.#tokens = tokens
  }

  /** Responds to GET of the authorization endpoint: a page to choose an account and to tick boxes. */
  showPage(url: URL): ApiResponse {
    const asked = this.#read(url.searchParams)
    return asked instanceof Error
      ? page(400, `<h1>Access blocked</h1><p>${escape(asked.message)}</p>`)
      : page(200, this.#form(url, asked))
  }

  /** Responds to the page's form: back to the application. */
  answerForm(url: URL, form: URLSearchParams): ApiResponse {
    const location = this.decide(url, {
      email: form.get('email') ?? '',
      agrees: form.get('decision') === 'continue',
      ticked: form.getAll('scope'),
    })
    return { status: 302, headers: { location }, text: '' }
  }

  /** Returns the address that the person's browser goes to after a decision. */
  decide(url: URL, { email, agrees, ticked }: Decision): string {
    const asked = this.#read(url.searchParams)
    if (asked instanceof Error) throw asked
    if (!this.#state.accounts.has(email)) throw new Error(`There is no account ${email}`)
    const target = new URL(asked.redirectUri)
    if (asked.state !== null) target.searchParams.set('state', asked.state)
    if (!agrees) target.searchParams.set('error', 'access_denied')
    else {
      const scopes = asked.scopes.filter((scope) => ticked?.includes(scope) ?? true)
      const { client, redirectUri, challenge, offline } = asked
      const code = this.#tokens.issueCode({
        email,
        clientId: client.id,
        scopes,
        redirectUri,
        offline,
        ...(challenge === undefined ? {} : { challenge }),
      })
      target.searchParams.set('code', code)
      target.searchParams.set('scope', scopes.join(' '))
    }
    return target.href
  }

  /** Responds to POST of the token endpoint, RFC 6749 sections 4.1.3 and 6. */
  answerToken(form: URLSearchParams, authorization: string | undefined): ApiResponse {
    try {
      return json(200, this.#token(form, authorization))
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return json(error.status, { error: error.error, error_description: error.message })
    }
  }

  /** Responds to POST of the revocation endpoint; the token may also stand in the query. */
  answerRevoke(token: string | null): ApiResponse {
    if (token !== null && this.#tokens.revoke(token)) return json(200, {})
    return json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' })
  }

  #token(form: URLSearchParams, authorization: string | undefined) {
    const client = this.#identify(form, authorization)
    const need = (name: string) => {
      const value = form.get(name)
      if (value === null) throw new TokenError('invalid_request', `Missing required parameter: ${name}`)
      return value
    }
    const common = { expires_in: ACCESS_TOKEN_LIFE / 1000 - 1, token_type: 'Bearer' }
    switch (need('grant_type')) {
      case 'authorization_code': {
        const verifier = form.get('code_verifier') ?? undefined
        const issued = this.#tokens.redeem(need('code'), client, need('redirect_uri'), verifier)
        const { accessToken: access_token, refreshToken: refresh_token, scopes } = issued
        return {
          access_token,
          ...common,
          ...(refresh_token ? { refresh_token } : {}),
          scope: scopes.join(' '),
        }
      }
      case 'refresh_token': {
        const { accessToken: access_token, scopes } = this.#tokens.refresh(need('refresh_token'), client)
        return { access_token, ...common, scope: scopes.join(' ') }
      }
      default:
        throw new TokenError('unsupported_grant_type', 'Invalid grant_type')
    }
  }

  /** Accepts a client's secret in the form or by Basic, RFC 6749 section 2.3.1. */
  #identify(form: URLSearchParams, authorization: string | undefined): Client {
    const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')]
    const client = this.clients.get(id ?? '')
    if (!client) throw new TokenError('invalid_client', 'The OAuth client was not found.', 401)
    if (client.secret !== secret) throw new TokenError('invalid_client', 'Unauthorized', 401)
    return client
  }

  #read(query: URLSearchParams): Authorization | Error {
    const client = this.clients.get(query.get('client_id') ?? '')
    if (!client) return new Error('Error 401: invalid_client. The OAuth client was not found.')
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!client.redirectUris.includes(redirectUri)) return new Error('Error 400: redirect_uri_mismatch')
    if (query.get('response_type') !== 'code') return new Error('Error 400: unsupported_response_type')
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
    const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
    if (unknown !== undefined || scopes.length === 0) return new Error('Error 400: invalid_scope')
    const challenge = query.get('code_challenge')
    if (challenge !== null && query.get('code_challenge_method') !== 'S256')
      return new Error('Error 400: invalid_request. Only S256 is accepted for code_challenge_method.')
    return {
      client,
      redirectUri,
      scopes,
      state: query.get('state'),
      ...(challenge === null ? {} : { challenge }),
      // Without prompt=consent, Google gives a refresh token at the first agreement only; here it gives none.
      offline: query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
      loginHint: query.get('login_hint'),
    }
  }

  #form(url: URL, { client, scopes, loginHint }: Authorization): string {
    const accounts = [...this.#state.accounts.keys()].map(
      (email, index) =>
        `<label><input type="radio" name="email" value="${escape(email)}"${
          (loginHint === null ? index === 0 : email === loginHint) ? ' checked' : ''
        }> ${escape(email)}</label><br>`,
    )
    const boxes = scopes.map(
      (scope) =>
        `<label><input type="checkbox" name="scope" value="${escape(scope)}" checked> ${escape(scope)}</label><br>`,
    )
    return `<h1>Sign in</h1><p>${escape(client.id)} wants access to your Google Account</p>
<form method="post" action="${escape(url.pathname + url.search)}">
<fieldset><legend>Account</legend>${accounts.join('\n')}</fieldset>
<fieldset><legend>Access</legend>${boxes.join('\n')}</fieldset>
<button name="decision" value="continue">Continue</button>
<button name="decision" value="cancel">Cancel</button>
</form>`
  }
}

function page(status: number, content: string): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Google (a fake)</title>${content}</html>`,
  }
}

function json(status: number, body: unknown): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(body),
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
