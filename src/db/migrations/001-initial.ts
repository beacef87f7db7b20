import { type Kysely, sql, SqliteAdapter } from 'kysely'
import { createLimitsTables } from '../limits-tables.ts'

/** The schema of version 0.1.0. `db/tables` describes its columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const dialect = sqlite ? SQLITE : POSTGRES
  const statements = [
    ...serviceTables(dialect),
    ...publisherTables(dialect),
    ...calendarTables(dialect),
    ...subscriberTables(dialect),
    ...eventTables(dialect),
    ...webhookTables(),
    ...userTables(),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  if (!sqlite) await createLimitsTables(db)
}

/** The few differences between the databases. */
interface Dialect {
  /**
   * SQLite: store the rows in the primary key's index instead of a second tree. This is good for narrow rows,
   * and for rows that are inserted in the order of the key.
   */
  clustered: string
  bytes: string
  /** Compares texts by octets, as SQLite does, in any locale. */
  byOctets: string
}

const SQLITE: Dialect = { clustered: 'without rowid', bytes: 'blob', byOctets: '' }
const POSTGRES: Dialect = { clustered: '', bytes: 'bytea', byOctets: 'collate "C"' }

/** 7 days. `events/upcoming-store.ts` has the same number. */
const LONG_EVENT_MS = 604_800_000

/** The two tables whose key does not begin with `publisher_id`, and tables for several concepts. */
function serviceTables({ clustered }: Dialect): string[] {
  return [
    `create table service (
      name text not null,
      value text not null,
      constraint service_pk primary key (name)
    ) ${clustered}`,

    `create table directory (
      kind text not null,
      key text not null,
      publisher_id integer not null,
      constraint directory_pk primary key (kind, key)
    ) ${clustered}`,

    `create table daily_statistic (
      publisher_id integer not null,
      name text not null,
      day text not null,
      value bigint not null,
      constraint daily_statistic_pk primary key (publisher_id, name, day)
    ) ${clustered}`,
  ]
}

function publisherTables({ clustered, bytes }: Dialect): string[] {
  return [
    `create table publisher (
      publisher_id integer not null,
      parent_id integer,
      partner integer not null,
      email text not null,
      first_name text not null,
      last_name text not null,
      company text not null,
      timezone text not null,
      settings text not null,
      settings_revision bigint not null,
      feeds_changed_at bigint not null,
      created bigint not null,
      constraint publisher_pk primary key (publisher_id)
    )`,

    `create table publisher_revision (
      publisher_id integer not null,
      revision bigint not null,
      changed_at bigint not null,
      constraint publisher_revision_pk primary key (publisher_id)
    )`,

    `create table api_key (
      publisher_id integer not null,
      key text not null,
      secret text not null,
      name text not null,
      active integer not null,
      sha256_only integer not null,
      once_only integer not null,
      scope text not null,
      addresses text not null,
      expires_at bigint,
      last_used_at bigint,
      created bigint not null,
      constraint api_key_pk primary key (publisher_id, key),
      constraint api_key_publisher foreign key (publisher_id) references publisher (publisher_id)
    ) ${clustered}`,

    `create table sub_account (
      publisher_id integer not null,
      account_id integer not null,
      reference text not null,
      details text not null,
      created bigint not null,
      constraint sub_account_pk primary key (publisher_id, account_id),
      constraint sub_account_reference unique (publisher_id, reference),
      constraint sub_account_publisher foreign key (publisher_id) references publisher (publisher_id)
    ) ${clustered}`,

    `create table image (
      publisher_id integer not null,
      id text not null,
      content_type text not null,
      bytes ${bytes} not null,
      created bigint not null,
      constraint image_pk primary key (publisher_id, id),
      constraint image_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,

    `create table widget (
      publisher_id integer not null,
      id text not null,
      type text not null,
      name text not null,
      active integer not null,
      settings text not null,
      created bigint not null,
      constraint widget_pk primary key (publisher_id, id),
      constraint widget_publisher foreign key (publisher_id) references publisher (publisher_id)
    ) ${clustered}`,
  ]
}

function calendarTables({ clustered }: Dialect): string[] {
  return [
    `create table calendar (
      publisher_id integer not null,
      id text not null,
      name text not null,
      reference text not null,
      genre text not null,
      sub_genre text not null,
      note text not null,
      logo text not null,
      draft integer not null,
      version bigint not null,
      version_at bigint not null,
      created bigint not null,
      modified bigint not null,
      constraint calendar_pk primary key (publisher_id, id),
      constraint calendar_reference unique (publisher_id, reference),
      constraint calendar_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,

    `create table deleted_calendar (
      publisher_id integer not null,
      id text not null,
      name text not null,
      deleted_at bigint not null,
      constraint deleted_calendar_pk primary key (publisher_id, id)
    )`,

    `create table category (
      publisher_id integer not null,
      id text not null,
      path text not null,
      path_key text not null,
      constraint category_pk primary key (publisher_id, id),
      constraint category_path unique (publisher_id, path_key),
      constraint category_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,

    `create table calendar_category (
      publisher_id integer not null,
      calendar_id text not null,
      category_id text not null,
      position integer not null,
      constraint calendar_category_pk primary key (publisher_id, calendar_id, category_id),
      constraint calendar_category_calendar foreign key (publisher_id, calendar_id)
        references calendar (publisher_id, id) on delete cascade,
      constraint calendar_category_category foreign key (publisher_id, category_id)
        references category (publisher_id, id) on delete cascade
    ) ${clustered}`,

    `create table import_source (
      publisher_id integer not null,
      id text not null,
      calendar_id text not null,
      kind text not null,
      name text not null,
      options text not null,
      last_run_at bigint not null,
      last_result text,
      constraint import_source_pk primary key (publisher_id, id)
    )`,
  ]
}

function subscriberTables({ clustered, byOctets }: Dialect): string[] {
  return [
    // A prefix of an address is searched as a range of octets.
    `create table subscriber (
      publisher_id integer not null,
      id text not null,
      email text not null,
      email_key text ${byOctets} not null,
      active integer not null,
      ended_at bigint,
      private_calendar_id text not null,
      rotations text not null,
      reminders text,
      reminders_at bigint not null,
      profile text not null,
      source text not null,
      widget_id text not null,
      revision bigint not null,
      revision_at bigint not null,
      created bigint not null,
      modified bigint not null,
      constraint subscriber_pk primary key (publisher_id, id),
      constraint subscriber_email unique (publisher_id, email_key),
      constraint subscriber_private_calendar unique (publisher_id, private_calendar_id),
      constraint subscriber_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,
    'create index subscriber_left on subscriber (publisher_id, ended_at, id) where active = 0',

    `create table subscription (
      publisher_id integer not null,
      subscriber_id text not null,
      calendar_id text not null,
      created bigint not null,
      constraint subscription_pk primary key (publisher_id, subscriber_id, calendar_id),
      constraint subscription_subscriber foreign key (publisher_id, subscriber_id)
        references subscriber (publisher_id, id) on delete cascade,
      constraint subscription_calendar foreign key (publisher_id, calendar_id)
        references calendar (publisher_id, id) on delete cascade
    ) ${clustered}`,
    'create index subscription_by_calendar on subscription (publisher_id, calendar_id, subscriber_id)',

    `create table feed_read (
      publisher_id integer not null,
      subscriber_id text not null,
      application text not null,
      reads bigint not null,
      last_read_at bigint not null,
      etag text not null,
      constraint feed_read_pk primary key (publisher_id, subscriber_id, application),
      constraint feed_read_subscriber foreign key (publisher_id, subscriber_id)
        references subscriber (publisher_id, id) on delete cascade
    ) ${clustered}`,

    `create table cut_feed (
      publisher_id integer not null,
      kind text not null,
      feed_id text not null,
      side text not null,
      reaches_to bigint not null,
      seen_at bigint not null,
      constraint cut_feed_pk primary key (publisher_id, kind, feed_id)
    )`,

    `create table erased_subscriber (
      publisher_id integer not null,
      id text not null,
      private_calendar_id text not null,
      ended_at bigint not null,
      erased_at bigint not null,
      done integer not null,
      constraint erased_subscriber_pk primary key (publisher_id, id)
    )`,
    'create index erased_subscriber_under_way on erased_subscriber (publisher_id, id) where done = 0',

    `create table feed_redirect (
      publisher_id integer not null,
      key text not null,
      kind text not null,
      target_id text not null,
      generation integer not null,
      created bigint not null,
      constraint feed_redirect_pk primary key (publisher_id, key)
    )`,
    'create index feed_redirect_by_target on feed_redirect (publisher_id, target_id, key)',
  ]
}

function eventTables({ byOctets }: Dialect): string[] {
  return [
    `create table event (
      publisher_id integer not null,
      id text not null,
      calendar_id text not null,
      private integer not null,
      reference text,
      reference_type text,
      name text not null,
      location text not null,
      details text not null,
      start_date text not null,
      start_time text,
      end_date text not null,
      end_time text,
      timezone text not null,
      start_at bigint not null,
      end_at bigint not null,
      alert text not null,
      alert2 text not null,
      draft integer not null,
      cancelled integer not null,
      sponsored_message text not null,
      extras text,
      sequence integer not null,
      revision bigint not null,
      created bigint not null,
      modified bigint not null,
      constraint event_pk primary key (publisher_id, id),
      constraint event_reference unique (publisher_id, reference)
    )`,

    // Feeds, and walks through a calendar in the order of changes.
    'create index event_by_calendar on event (publisher_id, calendar_id, revision, id)',
    `create index event_by_start on event (publisher_id, calendar_id, start_at, end_at) where draft = 0`,
    `create index event_by_group on event (publisher_id, reference_type, id) where reference_type is not null`,

    // The admin portal's lists. They contain the columns of the lists' filters, so that filtering reads only the
    // index.
    `create index event_public_by_date
      on event (publisher_id, start_date, start_at, id, calendar_id, draft, end_date) where private = 0`,
    `create index event_public_by_name
      on event (publisher_id, lower(name ${byOctets}), id, calendar_id, draft, start_date) where private = 0`,
    `create index event_public_by_change
      on event (publisher_id, modified, id, calendar_id, draft, start_date) where private = 0`,
    `create index event_public_by_group
      on event (publisher_id, reference_type, id) where private = 0 and reference_type is not null`,

    // Upcoming events. Long events have a separate index, so that a walk over the starts of all others does
    // not have to begin far in the past.
    `create index event_upcoming
      on event (publisher_id, start_at, id, calendar_id, end_at, cancelled) where private = 0 and draft = 0`,
    `create index event_upcoming_by_calendar
      on event (publisher_id, calendar_id, start_at, id, end_at, cancelled) where private = 0 and draft = 0`,
    `create index event_long
      on event (publisher_id, end_at, start_at, id, calendar_id, cancelled)
      where private = 0 and draft = 0 and (end_at - start_at) > ${LONG_EVENT_MS}`,

    `create table batch_answer (
      publisher_id integer not null,
      api_key text not null,
      idempotency_key text not null,
      body_hash text not null,
      answer text not null,
      created bigint not null,
      constraint batch_answer_pk primary key (publisher_id, api_key, idempotency_key)
    )`,
    'create index batch_answer_by_age on batch_answer (publisher_id, created)',
  ]
}

function webhookTables(): string[] {
  return [
    `create table callback (
      publisher_id integer not null,
      id text not null,
      name text not null,
      url text not null,
      kinds text not null,
      id_name text not null,
      active integer not null,
      encryption_secret text not null,
      signing_secret text not null,
      created bigint not null,
      modified bigint not null,
      constraint callback_pk primary key (publisher_id, id),
      constraint callback_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,

    `create table notification (
      publisher_id integer not null,
      id text not null,
      kind text not null,
      subscriber_id text,
      revision bigint not null,
      payload text not null,
      created bigint not null,
      constraint notification_pk primary key (publisher_id, id)
    )`,
    'create index notification_in_order on notification (publisher_id, revision, id)',
    `create index notification_by_subscriber
      on notification (publisher_id, subscriber_id, id) where subscriber_id is not null`,

    `create table delivery (
      publisher_id integer not null,
      id text not null,
      notification_id text not null,
      callback_id text not null,
      state text not null,
      due_at bigint not null,
      attempts integer not null,
      first_attempt_at bigint,
      created bigint not null,
      constraint delivery_pk primary key (publisher_id, id),
      constraint delivery_notification foreign key (publisher_id, notification_id)
        references notification (publisher_id, id) on delete cascade,
      constraint delivery_callback foreign key (publisher_id, callback_id)
        references callback (publisher_id, id) on delete cascade
    )`,
    `create index delivery_queue on delivery (publisher_id, callback_id, due_at) where state = 'waiting'`,
    'create index delivery_by_notification on delivery (publisher_id, notification_id)',
    'create index delivery_by_age on delivery (publisher_id, created, id)',
    // The log of one callback; also used to delete the rows of a callback.
    'create index delivery_by_callback on delivery (publisher_id, callback_id, created, id)',
    `create index delivery_open on delivery (publisher_id, created, id) where state <> 'delivered'`,

    `create table delivery_attempt (
      publisher_id integer not null,
      delivery_id text not null,
      number integer not null,
      at bigint not null,
      status integer,
      error text not null,
      duration_ms integer not null,
      answer text not null,
      constraint delivery_attempt_pk primary key (publisher_id, delivery_id, number),
      constraint delivery_attempt_delivery foreign key (publisher_id, delivery_id)
        references delivery (publisher_id, id) on delete cascade
    )`,
  ]
}

/** "user" and "session_user" are reserved words of PostgreSQL and need quotes. */
function userTables(): string[] {
  return [
    `create table "user" (
      publisher_id integer not null,
      id text not null,
      email text not null,
      email_key text not null,
      name text not null,
      role text not null,
      password_hash text,
      totp_secret text,
      totp_confirmed integer not null,
      totp_step bigint not null,
      backup_codes text not null,
      language text not null,
      disabled integer not null,
      created bigint not null,
      last_sign_in bigint,
      constraint user_pk primary key (publisher_id, id),
      constraint user_email unique (publisher_id, email_key),
      constraint user_publisher foreign key (publisher_id) references publisher (publisher_id)
    )`,

    `create table session (
      publisher_id integer not null,
      token_hash text not null,
      user_id text not null,
      created bigint not null,
      last_seen bigint not null,
      expires bigint not null,
      user_agent text not null,
      constraint session_pk primary key (publisher_id, token_hash),
      constraint "session_user" foreign key (publisher_id, user_id)
        references "user" (publisher_id, id) on delete cascade
    )`,
    'create index session_by_user on session (publisher_id, user_id)',

    `create table sign_in_link (
      publisher_id integer not null,
      token_hash text not null,
      purpose text not null,
      user_id text,
      expires bigint not null,
      constraint sign_in_link_pk primary key (publisher_id, token_hash),
      constraint sign_in_link_user foreign key (publisher_id, user_id)
        references "user" (publisher_id, id) on delete cascade
    )`,
    'create index sign_in_link_by_user on sign_in_link (publisher_id, user_id)',

    `create table audit_log (
      publisher_id integer not null,
      id text not null,
      at bigint not null,
      actor_kind text not null,
      actor_id text not null,
      actor_name text not null,
      actor_publisher_id integer not null,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      before text,
      after text,
      request_id text not null,
      constraint audit_log_pk primary key (publisher_id, id)
    )`,
    'create index audit_log_by_time on audit_log (publisher_id, at, id)',
    'create index audit_log_by_actor on audit_log (publisher_id, actor_id, at, id)',
    'create index audit_log_by_action on audit_log (publisher_id, action, at, id)',
    'create index audit_log_by_subject on audit_log (publisher_id, subject_kind, subject_id, at, id)',
  ]
}
