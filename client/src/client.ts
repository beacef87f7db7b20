import { BatchCalls } from './batch-calls.ts'
import { PAGE } from './caller.ts'
import type { FastiError } from './errors.ts'
import { read, segment, write } from './operation.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

/** What a repeated request is told where the first one was done. */
const isUnsubscribed = (error: FastiError) => error.status === 403 && /not active/.test(error.message)

/**
 * Every operation of the API: those of calendars, events and batches, and here those of subscribers, sub-accounts
 * and notifications. Requests are signed, wait as the server's limits ask, and are sent again after 429, 503 and a
 * lost connection wherever that can do no harm. All methods throw `FastiError`.
 */
export class FastiClient extends BatchCalls {
  /** By `svc_id` or e-mail address. */
  async getSubscriber(key: string, options?: CallOptions) {
    return this.data<Records.SubscriberRecord>(read(`/subscriber/${segment(key)}`, {}, options))
  }

  async addCalendars(svcId: string, calendarIds: readonly string[], options?: CallOptions) {
    return this.changeSubscriptions(svcId, 'add', calendarIds, options)
  }

  async removeCalendars(svcId: string, calendarIds: readonly string[], options?: CallOptions) {
    return this.changeSubscriptions(svcId, 'remove', calendarIds, options)
  }

  /** Ends a subscription for good; only the person can come back. */
  async unsubscribe(svcId: string, options?: CallOptions): Promise<void> {
    const operation = write('POST', `/subscriber/${segment(svcId)}/unsubscribe`, undefined, options)
    await this.send({ ...operation, repeatable: true, doneBefore: isUnsubscribed })
  }

  async listAccounts(options?: CallOptions) {
    return this.data<Records.Account[]>(read('/account', {}, options))
  }

  /** Never sent again where its answer was lost: the secret stands in that answer alone. */
  async createAccount(account: Inputs.NewAccount, options?: CallOptions) {
    const answer = await this.send(write('POST', '/account', account, options))
    const { publisherId, apiKey, secret, widgets } = answer.body as Records.CreatedAccount
    return { publisherId, apiKey, secret, widgets } satisfies Records.CreatedAccount
  }

  /** Those after an id, oldest first, at most 100. */
  async listNotifications(query: Inputs.NotificationQuery = {}, options?: CallOptions) {
    return this.data<Records.Notification[]>(read('/notifications', { ...query }, options))
  }

  /** All after an id, or all there are, oldest first. Keep the last id to go on from there the next time. */
  async *notifications(after = '', options?: CallOptions): AsyncGenerator<Records.Notification> {
    for (;;) {
      const some = await this.listNotifications({ after, limit: PAGE }, options)
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
    // Adding what is there, or removing what is not, is no error.
    const operation = { ...write('POST', path, { calendarIds }, options), repeatable: true }
    return this.data<Records.SubscriberRecord>(operation)
  }
}
