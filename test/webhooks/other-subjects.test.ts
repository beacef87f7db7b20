import { describe, expect, it } from 'vitest'
import { transact } from '../../src/db/transact.ts'
import { eraseSubscriber } from '../../src/personal-data/erase-subscriber.ts'
import { nextRevision } from '../../src/revisions/revision.ts'
import type { NotificationKind, Payload } from '../../src/webhooks/kinds.ts'
import { recordNotification } from '../../src/webhooks/notification-store.ts'
import { DATABASES } from '../support/databases.ts'
import { useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

/** No kind is about an event yet. This one stands in for it, past the table. */
const KIND = 'event.test' as NotificationKind
const EVENT = { eventId: '0123456789abcdef01234567', timestamp: '1800000000' }

describe.each(DATABASES)('a notification about an event, on %s', (database) => {
  const app = useTestApp(database, {
    worker: true,
    unchecked: true,
    config: (config) => ({ ...config, idAliases: { query: 'x_id', body: 'xId' } }),
  })
  const receiver = useReceiver()

  async function record(club: TestPublisher, payload: Json): Promise<void> {
    await transact(app.ctx.db, async (tx) => {
      const revision = await nextRevision(tx, club.id, app.ctx.now())
      await recordNotification(tx, club.id, KIND, payload as Payload, revision)
    })
  }
  const kept = async (club: TestPublisher) => (await club.get('/notifications')).body.data as Json[]

  it('is delivered, listed, exported and replayed without a subscriber', async () => {
    const club = await app.publisher()
    const { id } = await club.callback(`${receiver.url}/${database}`, { idName: 'xId' })
    await app.ctx.db
      .updateTable('callback')
      .set({ kinds: JSON.stringify([KIND]) })
      .where('id', '=', id)
      .execute()
    await record(club, EVENT)
    expect((await receiver.wait(`/${database}`))[0]!.raw).toBe(JSON.stringify(EVENT))

    expect(await kept(club)).toMatchObject([{ kind: KIND }])
    expect((await kept(club))[0]!.payload).toEqual(EVENT)
    const [, line] = (await club.get('/admin/api/notifications.csv')).text.split('\r\n')
    expect(line).toMatch(/,event\.test,[^,]+,,,"\{""eventId/)
    expect((await club.get('/admin/api/deliveries')).body.data).toMatchObject([{ kind: KIND }])

    const replay = { from: '2020-01-01T00:00:00Z' }
    expect((await club.post(`/admin/api/callbacks/${id}/replay`, replay)).body.replayed).toBe(1)
    expect((await receiver.wait(`/${database}`, 2))[1]!.raw).toBe(JSON.stringify(EVENT))
  })

  it('goes when the subscriber that it names is erased, and stays otherwise', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    await record(club, EVENT)
    await record(club, { ...EVENT, svcId })
    const named = await club.get(`/admin/api/subscribers/${svcId}`)
    expect(named.body.data.notifications).toMatchObject([{ kind: KIND }, { kind: 'subscribe' }])

    await eraseSubscriber(app.ctx, club.id, svcId)
    expect(await kept(club)).toMatchObject([{ kind: KIND, payload: EVENT }, { kind: 'unsubscribe' }])
  })
})
