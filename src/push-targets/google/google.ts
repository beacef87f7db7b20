import { createHmac } from 'node:crypto'
import { textOn } from '../../colors.ts'
import type { GoogleConfig } from '../../config.ts'
import { PUSHED_TO_GOOGLE } from '../../feeds/applications.ts'
import {
  type Access,
  type Client,
  type FoundCalendar,
  type MirrorProvider,
  ProviderError,
  type RemoteCalendar,
} from '../provider.ts'
import { BATCH_SIZE, createBatch } from './batch.ts'
import { createCalendarApi } from './calendar-api.ts'
import { createOAuth } from './oauth.ts'
import { isOurs, stampIn } from './resource.ts'

const SCOPE = 'https://www.googleapis.com/auth/'
/** Makes calendars, and writes into those that it made; it shows nothing else of an account. */
const OWN_CALENDARS = `${SCOPE}calendar.app.created`
/** Opens a calendar for everybody. Without it somebody does so by hand. */
const OPEN_CALENDARS = `${SCOPE}calendar.acls`

/** All rights that we ever ask for. A test holds the list. */
export const GOOGLE_SCOPES: MirrorProvider['scopes'] = {
  mirror: { asked: [OWN_CALENDARS, OPEN_CALENDARS], needed: [OWN_CALENDARS] },
  person: { asked: [OWN_CALENDARS], needed: [OWN_CALENDARS] },
}

const PAGE = 2500
const LISTED = 'nextPageToken,items(id,status,extendedProperties/private)'

interface ListEntry {
  id?: string
  accessRole?: string
  dataOwner?: string
}

interface EventsPage {
  nextPageToken?: string
  items?: { id?: string; status?: string; extendedProperties?: { private?: Record<string, string> } }[]
}

/** Writes calendars at Google by its Calendar API, version 3. `now`: epoch ms. */
export function createGoogle(config: GoogleConfig, client: Client, now: () => number): MirrorProvider {
  const api = createCalendarApi(config.addresses)
  const calendarPath = (id: string) => `/calendars/${encodeURIComponent(id)}`
  const listPath = (id: string) => `/users/me/calendarList/${encodeURIComponent(id)}`

  return {
    ...{ name: 'google', client },
    ...createOAuth(config.addresses, client, GOOGLE_SCOPES, now),
    application: PUSHED_TO_GOOGLE,
    scopes: GOOGLE_SCOPES,
    limits: config,
    batchSize: BATCH_SIZE,
    write: createBatch(config.addresses, api),

    async createCalendar(access, calendar) {
      return foundIn(await api.send(access, 'POST', '/calendars', bodyOf(calendar)))
    },

    // The right that we ask for lists no calendars.
    findLost: () => Promise.resolve(undefined),

    async updateCalendar(access, remoteId, calendar) {
      await api.send(access, 'PATCH', calendarPath(remoteId), bodyOf(calendar))
    },

    async findCalendar(access, remoteId) {
      const entry = await unlessGone(() => api.send<ListEntry>(access, 'GET', listPath(remoteId)), undefined)
      // An open mirror is in the list of anybody who added it.
      return entry?.accessRole === 'owner' ? foundIn(entry) : undefined
    },

    async colorCalendar(access, remoteId, color) {
      const colors = { backgroundColor: color, foregroundColor: textOn(color) }
      await api.send(access, 'PATCH', `${listPath(remoteId)}?colorRgbFormat=true`, colors)
    },

    async openCalendar(access, remoteId) {
      await api.send(access, 'POST', `${calendarPath(remoteId)}/acl`, {
        role: 'reader',
        scope: { type: 'default' },
      })
    },

    async deleteCalendar(access, remoteId) {
      await unlessGone(() => api.send(access, 'DELETE', calendarPath(remoteId)), undefined)
    },

    addUrl: (remoteId) => `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(remoteId)}`,

    async listEvents(access, remoteId) {
      const stamps = new Map<string, string | null>()
      for (let pageToken: string | undefined = ''; pageToken !== undefined;) {
        const page: EventsPage = await listPage(access, remoteId, pageToken)
        for (const item of page.items ?? [])
          if (item.id !== undefined && isOurs(item.id))
            stamps.set(item.id, item.status === 'cancelled' ? null : stampIn(item))
        pageToken = page.nextPageToken
      }
      return stamps
    },
  }

  function foundIn({ id, dataOwner }: { id?: string; dataOwner?: string }): FoundCalendar {
    if (!id) throw new ProviderError('refused', 'Google gave no id of the calendar')
    return { id, account: accountOf(client, dataOwner) }
  }

  function listPage(access: Access, remoteId: string, pageToken: string): Promise<EventsPage> {
    const query = new URLSearchParams({
      ...{ maxResults: String(PAGE), showDeleted: 'true', singleEvents: 'false', fields: LISTED },
      ...(pageToken && { pageToken }),
    })
    return api.send(access, 'GET', `${calendarPath(remoteId)}/events?${query.toString()}`)
  }
}

/** Since 2026 a calendar names its owner by the address of the account. We keep no address that nobody gave us. */
function accountOf({ accountKey }: Client, owner: string | undefined): string | null {
  if (owner === undefined) return null
  return createHmac('sha256', accountKey).update(owner.toLowerCase()).digest('base64url')
}

function bodyOf({ title, description, timezone }: RemoteCalendar) {
  return { summary: title, description, timeZone: timezone }
}

async function unlessGone<T>(work: () => Promise<T>, gone: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'gone') return gone
    throw error
  }
}
