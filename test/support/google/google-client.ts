import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import { type FakeGoogle } from './start.ts'

/** Google's own OAuth client for the fake's application, or for another OAuth server with the same endpoints. */
export function oauthClient(
  { id, secret }: FakeGoogle['client'],
  { authorize, token, revoke }: Pick<FakeGoogle['endpoints'], 'authorize' | 'token' | 'revoke'>,
  redirectUri?: string,
) {
  return new auth.OAuth2({
    clientId: id,
    clientSecret: secret,
    ...(redirectUri === undefined ? {} : { redirectUri }),
    endpoints: { oauth2AuthBaseUrl: authorize, oauth2TokenUrl: token, oauth2RevokeUrl: revoke },
  })
}

/** Google's own client of the Calendar API for a person of the fake. It gets its access tokens itself. */
export function calendarClient(google: FakeGoogle, email: string, scopes?: string[]): calendar_v3.Calendar {
  const client = oauthClient(google.client, google.endpoints)
  client.setCredentials({ refresh_token: google.grant(email, scopes).refreshToken })
  return calendar({ version: 'v3', auth: client, rootUrl: `${google.url}/`, retry: false })
}
