import { BatchCalls } from './batch-calls.ts'
import { PAGE_SIZE } from './caller.ts'
import type { FastiError } from './errors.ts'
import { read, remove, segment, write } from './operation.ts'
import type * as Records from './records.ts'
import type { CallOptions, ClientSettings } from './settings.ts'
import { signTicket, type TicketFields } from './ticket.ts'
import type * as Inputs from './types.ts'

/** The refusal of a repeated request if the first one has succeeded. */
const isUnsubscribed = (error: FastiError) => error.status === 403 && /not active/.test(error.message)

/**
 * All operations of the API. This class adds subscribers, sub-accounts and notifications to those of
 * calendars, events and batches. Requests are signed, wait for the server's rate limits, and are repeated
 * after 429, 503 or a lost connection if that is safe. All methods throw `FastiError`.
 */
export class FastiClient extends BatchCalls {
  private readonly key: Pick<ClientSettings, 'apiKey' | 'secret'>

  constructor(settings: ClientSettings) {
    super(settings)
    this.key = settings
  }

  /**
   * A ticket for the subscribe form of a visitor whom you know, signed here without a request: the form then
   * takes the address as confirmed, once and within 10 minutes.
   */
  ticket(fields: TicketFields): Promise<string> {
    return signTicket(this.key, fields)
  }

  /** Reads a subscriber by `svc_id` or e-mail address. */
  async getSubscriber(key: string, options?: CallOptions) {
    return this.data<Records.SubscriberRecord>(read(`/subscriber/${segment(key)}`, {}, options))
  }

  async addCalendars(svcId: string, calendarIds: readonly string[], options?: CallOptions) {
    return this.changeSubscriptions(svcId, 'add', calendarIds, options)
  }

  async removeCalendars(svcId: string, calendarIds: readonly string[], options?: CallOptions) {
    return this.changeSubscriptions(svcId, 'remove', calendarIds, options)
  }

  /** Ends a subscription. Only the person can subscribe again. */
  async unsubscribe(svcId: string, options?: CallOptions): Promise<void> {
    const operation = write('POST', `/subscriber/${segment(svcId)}/unsubscribe`, undefined, options)
    await this.send({ ...operation, repeatable: true, isAlreadyDone: isUnsubscribed })
  }

  /** Ends one link of a subscriber; all others stay. */
  async endLink(svcId: string, number: number, options?: CallOptions): Promise<void> {
    await this.send(remove(`/subscriber/${segment(svcId)}/links/${number}`, options))
  }

  /**
   * Makes a password with which a device of the person adds the calendars as a CalDAV account. It is returned only here.
   * Not repeated after a lost connection: it would make two.
   */
  async addDevice(svcId: string, name: string, options?: CallOptions) {
    const operation = write('POST', `/subscriber/${segment(svcId)}/devices`, { name }, options)
    return this.data<Records.NewDevice>(operation)
  }

  async listAccounts(options?: CallOptions) {
    return this.data<Records.Account[]>(read('/account', {}, options))
  }

  /** Not repeated after a lost response, because only that response has the secret. */
  async createAccount(account: Inputs.NewAccount, options?: CallOptions) {
    const answer = await this.send(write('POST', '/account', account, options))
    const { publisherId, apiKey, secret, widgets } = answer.body as Records.CreatedAccount
    return { publisherId, apiKey, secret, widgets } satisfies Records.CreatedAccount
  }

  /** Changes of events after a revision, oldest first: about `limit`, at most 1000. */
  async listChanges(query: Inputs.ChangeQuery = {}, options?: CallOptions) {
    return this.data<Records.ChangeRecord[]>(read('/changes', { ...query }, options))
  }

  /**
   * All changes of events after a revision, or all, oldest first. Keep the last revision to continue from there
   * next time.
   */
  async *changes(after = 0, options?: CallOptions): AsyncGenerator<Records.ChangeRecord> {
    for (;;) {
      const some = await this.listChanges({ after, limit: PAGE_SIZE }, options)
      if (some.length === 0) return
      yield* some
      after = some.at(-1)!.revision
    }
  }

  /** One page of notifications after an id, oldest first, at most 100. */
  async listNotifications(query: Inputs.NotificationQuery = {}, options?: CallOptions) {
    return this.data<Records.Notification[]>(read('/notifications', { ...query }, options))
  }

  /**
   * All notifications after an id, or all, oldest first. Keep the last id to continue from there next time.
   */
  async *notifications(after = '', options?: CallOptions): AsyncGenerator<Records.Notification> {
    for (;;) {
      const some = await this.listNotifications({ after, limit: PAGE_SIZE }, options)
      if (some.length === 0) return
      yield* some
      after = some.at(-1)!.id
    }
  }

  private async changeSubscriptions(
    svcId: string,
    action: 'add' | 'remove',
    calendarIds: readonly string[],
    options?: CallOptions,
  ) {
    const path = `/subscriber/${segment(svcId)}/subscriptions/${action}`
    // Repeatable: the server accepts adding a present calendar and removing an absent one.
    const operation = { ...write('POST', path, { calendarIds }, options), repeatable: true }
    return this.data<Records.SubscriberRecord>(operation)
  }
}
