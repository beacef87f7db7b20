import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * A row for each link of a subscriber, in place of the times at which all its links were replaced: every
 * address stays, with the number in its token. `db/tables` describes the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const statements = [
    ...linkTables(sqlite ? 'without rowid' : ''),
    sqlite ? LINKS_OF_SQLITE : LINKS_OF_POSTGRES,
    'alter table subscriber drop column rotations',
    'alter table subscriber add column confirmed_at bigint',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function linkTables(clustered: string): string[] {
  return [
    // No foreign key to the subscriber: the pending link of a new address has none yet. None to the publisher:
    // on Citus this table is made beside tables that are already spread.
    `create table feed_link (
      publisher_id integer not null,
      subscriber_id text not null,
      number integer not null,
      kind text not null,
      name text not null,
      application text not null,
      created bigint not null,
      confirmed_at bigint,
      last_used_at bigint,
      ended_at bigint,
      fresh_until bigint,
      constraint feed_link_pk primary key (publisher_id, subscriber_id, number)
    ) ${clustered}`,
    `create index feed_link_pending on feed_link (publisher_id, created)
      where confirmed_at is null and ended_at is null`,

    `create table link_request (
      publisher_id integer not null,
      subscriber_id text not null,
      number integer not null,
      email text,
      email_key text,
      calendar_ids text not null,
      request text,
      fingerprint text not null,
      language text not null,
      created bigint not null,
      constraint link_request_pk primary key (publisher_id, subscriber_id, number),
      constraint link_request_link foreign key (publisher_id, subscriber_id, number)
        references feed_link (publisher_id, subscriber_id, number) on delete cascade
    )`,
    'create index link_request_by_email on link_request (publisher_id, email_key) where email_key is not null',
    'create index link_request_open on link_request (publisher_id, created) where request is not null',
  ]
}

const COLUMNS = `publisher_id, subscriber_id, number, kind, name, application, created, confirmed_at,
  last_used_at, ended_at, fresh_until`

/**
 * `rotations` has the end of each generation but the last, which lives. Who read the feed is known only of
 * subscribers with a single generation.
 */
const LINKS_OF_SQLITE = `insert into feed_link (${COLUMNS})
  select publisher_id, id, number, 'feed', '', coalesce(${reader('application')}, ''), began, began,
    ${reader('last_read_at')}, ended_at, null
  from (
    select s.publisher_id, s.id, s.rotations, g.key as number, g.value as ended_at,
      case g.key when 0 then s.created else json_extract(s.rotations, '$[' || (g.key - 1) || ']') end as began
    from subscriber s, json_each(json_insert(s.rotations, '$[#]', null)) g
  ) generation`

const LINKS_OF_POSTGRES = `insert into feed_link (${COLUMNS})
  select publisher_id, id, number, 'feed', '', coalesce(${reader('application')}, ''), began, began,
    ${reader('last_read_at')}, ended_at, null
  from (
    select s.publisher_id, s.id, s.rotations, g.position - 1 as number,
      (g.ended_at #>> '{}')::bigint as ended_at,
      case g.position when 1 then s.created
        else (s.rotations::jsonb ->> (g.position - 2)::integer)::bigint end as began
    from subscriber s,
      jsonb_array_elements(s.rotations::jsonb || 'null'::jsonb) with ordinality as g (ended_at, position)
  ) generation`

function reader(column: 'application' | 'last_read_at'): string {
  return `case when rotations = '[]' then (
    select r.${column} from feed_read r
    where r.publisher_id = generation.publisher_id and r.subscriber_id = generation.id
    order by r.last_read_at desc limit 1) end`
}
