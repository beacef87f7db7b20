// What a service that does nothing else could do at most: the same rows, by plain statements.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

type Row = Record<string, unknown>

/** The tables of a subscriber, with the column that has the id of the row's own. */
const TABLES = {
  subscriber: 'id',
  feed_link: 'subscriber_id',
  subscription: 'subscriber_id',
  notification: 'subscriber_id',
}

/**
 * Inserts the rows of people who subscribe, each group of `atOnce` in a transaction of one statement for each table, for
 * some seconds; returns people a second. Copies the rows that the service wrote of somebody.
 */
export async function bareSubscribes(
  url: string,
  publisherId: number,
  atOnce: number,
  seconds: number,
): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const read = async (query: string, values: unknown[]) => (await client.query<Row>(query, values)).rows[0]!
  const { id } = await read('select id from subscriber where publisher_id = $1 limit 1', [publisherId])
  const samples = new Map<string, Row>()
  for (const [table, key] of Object.entries(TABLES))
    samples.set(
      table,
      await read(`select * from ${table} where publisher_id = $1 and ${key} = $2`, [publisherId, id]),
    )
  const { id: notificationId } = samples.get('notification')!
  const delivery = 'select * from delivery where publisher_id = $1 and notification_id = $2'
  samples.set('delivery', await read(delivery, [publisherId, notificationId]))
  const insert = (table: string, rows: Row[]) => {
    const text = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`
    return client.query({ name: table, text, values: [JSON.stringify(rows)] })
  }
  const fresh = () => randomBytes(12).toString('hex')
  const perSecond = await repeat(seconds, atOnce, async () => {
    const people = Array.from({ length: atOnce }, fresh)
    const of = (table: string, columns: (person: string) => Row) =>
      insert(
        table,
        people.map((person) => ({ ...samples.get(table), ...columns(person) })),
      )
    await client.query('begin')
    await client.query('update publisher_revision set revision = revision + 1 where publisher_id = $1', [
      publisherId,
    ])
    await of('subscriber', (person) => ({
      ...{ id: person, private_calendar_id: person },
      ...{ email: `${person}@peer.example`, email_key: `${person}@peer.example` },
    }))
    await of('feed_link', (person) => ({ subscriber_id: person }))
    await of('subscription', (person) => ({ subscriber_id: person }))
    await of('notification', (person) => ({ id: person, subscriber_id: person }))
    await of('delivery', (person) => ({ id: person, notification_id: person }))
    await client.query(
      `update daily_statistic set value = value + ${atOnce} where publisher_id = $1 and name = 'joined'`,
      [publisherId],
    )
    await client.query('commit')
  })
  await client.end()
  return perSecond
}

/** Changes events on `atOnce` connections, each in one transaction and one round trip; returns changes a second. */
export async function bareChanges(
  url: string,
  publisherId: number,
  atOnce: number,
  seconds: number,
): Promise<number> {
  const rates = Array.from({ length: atOnce }, async () => {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ id: string; calendar_id: string }>(
      'select id, calendar_id from event where publisher_id = $1',
      [publisherId],
    )
    let changes = 0
    const perSecond = await repeat(seconds, 1, () => {
      const { id, calendar_id } = rows[changes++ % rows.length]!
      const of = `publisher_id = ${publisherId}`
      return client.query(`begin;
        update publisher_revision set revision = revision + 1 where ${of};
        update event set name = 'Moved ${changes}', revision = revision + 1, sequence = sequence + 1
          where ${of} and id = '${id}';
        update calendar set version = version + 1 where ${of} and id = '${calendar_id}';
        insert into event_change
          (publisher_id, revision, event_id, calendar_id, kinds, start_before, start_after, end_at, at)
          select publisher_id, revision, '${id}', '${calendar_id}', 'name', 0, 0, 0, 0
          from publisher_revision where ${of};
        commit`)
    })
    await client.end()
    return perSecond
  })
  return (await Promise.all(rates)).reduce((total, rate) => total + rate, 0)
}

async function repeat(seconds: number, each: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let done = 0
  while (performance.now() - started < seconds * 1000) {
    await work()
    done += each
  }
  return (done * 1000) / (performance.now() - started)
}
