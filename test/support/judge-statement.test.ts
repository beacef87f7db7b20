import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { type FreshDatabase, freshDatabaseUrl } from './databases.ts'
import { judge, publishersOf } from './judge-statement.ts'

describe('a statement', () => {
  let fresh: FreshDatabase
  let client: pg.Client

  beforeAll(async () => {
    fresh = await freshDatabaseUrl('postgres')
    await (await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)).close()
    client = new pg.Client(fresh.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await fresh.dispose()
  })

  it.each<[string, string, string[]]>([
    ['is bound', 'select * from event where publisher_id = $1 and id = $2', []],
    ['is bound by a number', 'select * from event where publisher_id = 7', []],
    ['is not bound', 'select * from event where id = $1', ['event is read for all publishers']],
    [
      'is bound or something else',
      'select * from event where publisher_id = $1 or id = $2',
      ['event is read for all publishers'],
    ],
    [
      'is bound by a range',
      'select * from event where publisher_id >= $1',
      ['event is read for all publishers'],
    ],
    [
      'is bound to several',
      'select * from event where publisher_id in ($1, $2)',
      ['event is read for all publishers'],
    ],
    [
      'is joined on the publisher',
      'select 1 from event e join calendar c on c.publisher_id = e.publisher_id and c.id = e.calendar_id where e.publisher_id = $1',
      [],
    ],
    [
      'is joined on an id only',
      'select 1 from event e join calendar c on c.id = e.calendar_id where e.publisher_id = $1',
      ['calendar is read for all publishers'],
    ],
    [
      'is in a subquery',
      'select 1 from subscriber where publisher_id = $1 and id in (select subscriber_id from subscription where calendar_id = $2)',
      ['subscription is read for all publishers'],
    ],
    [
      'is a correlated subquery',
      'select (select max(e.revision) from event e where e.publisher_id = s.publisher_id and e.calendar_id = s.private_calendar_id) from subscriber s where s.publisher_id = $1',
      [],
    ],
    ['reads a reference table', 'select publisher_id from directory where kind = $1 and key = $2', []],
    ['locks rows of one', 'select id from delivery where publisher_id = $1 for update skip locked', []],
    [
      'locks rows of all',
      'select id from delivery where due_at < $1 for update skip locked',
      ['delivery is read for all publishers'],
    ],
    ['changes rows of one', 'update event set name = $1 where publisher_id = $2', []],
    ['changes rows of all', 'update event set name = $1 where id = $2', ['event is read for all publishers']],
    ['deletes of all', 'delete from session where expires < $1', ['session is read for all publishers']],
    [
      'changes in a part of a query',
      'with gone as (delete from event where id = $1 returning id) select id from gone',
      ['event is read for all publishers'],
    ],
    [
      'moves a row',
      'update "event" set "publisher_id" = $1 where "publisher_id" = $2',
      ['moves a row to another node'],
    ],
    [
      'inserts for one',
      'insert into "image" ("publisher_id", "id", "content_type", "bytes", "created") values ($1, $2, $3, $4, $5)',
      [],
    ],
    [
      'inserts for nobody',
      'insert into "image" ("id", "content_type", "bytes", "created") values ($1, $2, $3, $4)',
      ['image gets a row without publisher_id'],
    ],
    [
      'takes a lock of its own',
      'select pg_advisory_xact_lock($1)',
      ['an advisory lock holds on one node only'],
    ],
    [
      'makes a value in the database',
      'update event set name = random()::text where publisher_id = $1',
      ['a value that each node makes anew'],
    ],
  ])('that %s is judged so', async (_, text, faults) => {
    expect((await judge(client, text)).faults).toEqual(faults)
  })

  it('tells whose rows it meets', async () => {
    const join = await judge(
      client,
      'select 1 from event e, calendar c where e.publisher_id = $1 and c.publisher_id = $2',
    )
    expect(publishersOf(join, [5, 5])).toEqual(new Set([5]))
    expect(publishersOf(join, [5, 6])).toEqual(new Set([5, 6]))
    const insert =
      'insert into "session" ("token_hash", "publisher_id", "user_id", "created", "last_seen", "expires", "user_agent")'
    const rows = await judge(
      client,
      `${insert} values ($1, $2, $3, $4, $5, $6, $7), ($8, $9, $10, $11, $12, $13, $14)`,
    )
    expect(publishersOf(rows, ['a', 5, 'u', 1, 1, 1, '', 'b', 6, 'u', 1, 1, 1, ''])).toEqual(new Set([5, 6]))
    const columns = 'publisher_id, calendar_id, category_id, position'
    const arrays = '$1::integer[], $2::text[], $3::text[], $4::integer[]'
    const many = await judge(
      client,
      `insert into calendar_category (${columns}) select * from unnest(${arrays}) on conflict do nothing`,
    )
    expect(publishersOf(many, ['{5,6}', '{}', '{}', '{}'])).toEqual(new Set([5, 6]))
  })
})
