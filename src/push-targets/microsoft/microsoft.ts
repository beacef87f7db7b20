import type { MicrosoftConfig } from '../../config.ts'
import { PUSHED_TO_OUTLOOK } from '../../feeds/applications.ts'
import { type Client, type Provider, ProviderError } from '../provider.ts'
import { codeOf, errorOf, isDone, isGone } from './answers.ts'
import { createEvents } from './events.ts'
import { BATCH_SIZE, createGraph } from './graph.ts'
import { createOAuth } from './oauth.ts'

/** It opens all calendars of an account: Microsoft has no right for those that an application made. */
const CALENDARS = 'Calendars.ReadWrite'

/** All rights that we ever ask for. A test holds the list. `User.Read` tells which account it is. */
export const MICROSOFT_SCOPES: Provider['scopes'] = {
  person: { asked: [CALENDARS, 'offline_access', 'User.Read'], needed: [CALENDARS] },
}

const LONGEST_TITLE = 200
/** Calendars of one name in an account. */
const MOST_NAMESAKES = 20
const PAGE = 100

/** Writes calendars in Outlook by Microsoft Graph. `now`: epoch ms. */
export function createMicrosoft(config: MicrosoftConfig, client: Client, now: () => number): Provider {
  const graph = createGraph(config.addresses)
  const events = createEvents(graph)
  const pathOf = (id: string) => `/me/calendars/${encodeURIComponent(id)}`

  return {
    ...{ name: 'microsoft', client },
    ...createOAuth(config.addresses, client, MICROSOFT_SCOPES, now),
    application: PUSHED_TO_OUTLOOK,
    scopes: MICROSOFT_SCOPES,
    limits: config,
    batchSize: BATCH_SIZE,
    listEvents: events.listEvents,
    write: events.write,

    // The mark stands in the name until the calendar is updated, and no calendar has the same name.
    async createCalendar(access, { title }, mark) {
      const name = `${titleOf(title)} ${mark}`
      const [answer] = await graph.ask(access, [{ method: 'POST', path: '/me/calendars', body: { name } }])
      const { id } = (answer!.body ?? {}) as { id?: string }
      if (isDone(answer!) && id) return { id, account: access.account }
      const error = errorOf(answer!)
      // 404: the account has no mailbox.
      throw error.fault === 'gone' ? new ProviderError('refused', error.message) : error
    },

    async findLost(access, mark) {
      const calendars = await graph.list<{ id?: string; name?: string }>(access, `/me/calendars?$top=${PAGE}`)
      const id = calendars.find(({ name }) => name?.includes(mark))?.id
      return id === undefined ? undefined : { id, account: access.account }
    },

    /** Outlook keeps names apart: beside a calendar of the same name it gets a number. */
    async updateCalendar(access, remoteId, { title }) {
      for (let n = 1; ; n++) {
        const name = n === 1 ? titleOf(title) : `${titleOf(title)} (${n})`
        const [answer] = await graph.ask(access, [
          { method: 'PATCH', path: pathOf(remoteId), body: { name } },
        ])
        if (isDone(answer!)) return
        if (codeOf(answer!) !== 'ErrorFolderExists' || n === MOST_NAMESAKES) throw errorOf(answer!)
      }
    },

    async findCalendar(access, remoteId) {
      const [answer] = await graph.ask(access, [{ method: 'GET', path: pathOf(remoteId) }])
      if (isGone(answer!)) return undefined
      if (isDone(answer!)) return { id: remoteId, account: access.account }
      throw errorOf(answer!)
    },

    async deleteCalendar(access, remoteId) {
      const [answer] = await graph.ask(access, [{ method: 'DELETE', path: pathOf(remoteId) }])
      if (!isDone(answer!) && !isGone(answer!)) throw errorOf(answer!)
    },
  }
}

function titleOf(title: string): string {
  return title.trim().slice(0, LONGEST_TITLE) || 'Calendar'
}
