-- {"publisherId":1,"apiKey":"otYpC3_WIrLXODIGpviYVD6mSFAdUXcH","secret":"rtL2RpptgaaXt7O-roUjedexMTQhvybGEU200wx5FPcbLZKM","widgetId":"01a204fa34b756105e6ef51d","email":"boss@marked-1.example","password":"correct horse battery","calendarId":"01a204fa35d1085c00e621f7","svcId":"01a204fa35f056ec7f6e8709","feedPath":"/feed/rQ1gs1jxmKgfzDrv5RNvRx13ki4jUuLS7ztzSJh1ghOryg/Marked%20Rugby%201.ics","callbackId":"01a204fa36d06a6948d92645","callbackSecret":"whsec_hCtvCNGRL09SNu7klgdtbybmc9TnT1unbZiz62z+pok="}
create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', 0);
create table service (
      name text not null,
      value text not null,
      constraint service_pk primary key (name)
    ) without rowid;
create table directory (
      kind text not null,
      key text not null,
      publisher_id integer not null,
      constraint directory_pk primary key (kind, key)
    ) without rowid;
create table daily_statistic (
      publisher_id integer not null,
      name text not null,
      day text not null,
      value bigint not null,
      constraint daily_statistic_pk primary key (publisher_id, name, day)
    ) without rowid;
create table publisher (
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
    );
create table publisher_revision (
      publisher_id integer not null,
      revision bigint not null,
      changed_at bigint not null,
      constraint publisher_revision_pk primary key (publisher_id)
    );
create table api_key (
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
    ) without rowid;
create table sub_account (
      publisher_id integer not null,
      account_id integer not null,
      reference text not null,
      details text not null,
      created bigint not null,
      constraint sub_account_pk primary key (publisher_id, account_id),
      constraint sub_account_reference unique (publisher_id, reference),
      constraint sub_account_publisher foreign key (publisher_id) references publisher (publisher_id)
    ) without rowid;
create table image (
      publisher_id integer not null,
      id text not null,
      content_type text not null,
      bytes blob not null,
      created bigint not null,
      constraint image_pk primary key (publisher_id, id),
      constraint image_publisher foreign key (publisher_id) references publisher (publisher_id)
    );
create table widget (
      publisher_id integer not null,
      id text not null,
      type text not null,
      name text not null,
      active integer not null,
      settings text not null,
      created bigint not null,
      constraint widget_pk primary key (publisher_id, id),
      constraint widget_publisher foreign key (publisher_id) references publisher (publisher_id)
    ) without rowid;
create table calendar (
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
    );
create table deleted_calendar (
      publisher_id integer not null,
      id text not null,
      name text not null,
      deleted_at bigint not null,
      constraint deleted_calendar_pk primary key (publisher_id, id)
    );
create table category (
      publisher_id integer not null,
      id text not null,
      path text not null,
      path_key text not null,
      constraint category_pk primary key (publisher_id, id),
      constraint category_path unique (publisher_id, path_key),
      constraint category_publisher foreign key (publisher_id) references publisher (publisher_id)
    );
create table calendar_category (
      publisher_id integer not null,
      calendar_id text not null,
      category_id text not null,
      position integer not null,
      constraint calendar_category_pk primary key (publisher_id, calendar_id, category_id),
      constraint calendar_category_calendar foreign key (publisher_id, calendar_id)
        references calendar (publisher_id, id) on delete cascade,
      constraint calendar_category_category foreign key (publisher_id, category_id)
        references category (publisher_id, id) on delete cascade
    ) without rowid;
create table import_source (
      publisher_id integer not null,
      id text not null,
      calendar_id text not null,
      kind text not null,
      name text not null,
      options text not null,
      last_run_at bigint not null,
      last_result text,
      constraint import_source_pk primary key (publisher_id, id)
    );
create table subscriber (
      publisher_id integer not null,
      id text not null,
      email text not null,
      email_key text  not null,
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
    );
create index subscriber_left on subscriber (publisher_id, ended_at, id) where active = 0;
create table subscription (
      publisher_id integer not null,
      subscriber_id text not null,
      calendar_id text not null,
      created bigint not null,
      constraint subscription_pk primary key (publisher_id, subscriber_id, calendar_id),
      constraint subscription_subscriber foreign key (publisher_id, subscriber_id)
        references subscriber (publisher_id, id) on delete cascade,
      constraint subscription_calendar foreign key (publisher_id, calendar_id)
        references calendar (publisher_id, id) on delete cascade
    ) without rowid;
create index subscription_by_calendar on subscription (publisher_id, calendar_id, subscriber_id);
create table feed_read (
      publisher_id integer not null,
      subscriber_id text not null,
      application text not null,
      reads bigint not null,
      last_read_at bigint not null,
      etag text not null,
      constraint feed_read_pk primary key (publisher_id, subscriber_id, application),
      constraint feed_read_subscriber foreign key (publisher_id, subscriber_id)
        references subscriber (publisher_id, id) on delete cascade
    ) without rowid;
create table cut_feed (
      publisher_id integer not null,
      kind text not null,
      feed_id text not null,
      side text not null,
      reaches_to bigint not null,
      seen_at bigint not null,
      constraint cut_feed_pk primary key (publisher_id, kind, feed_id)
    );
create table erased_subscriber (
      publisher_id integer not null,
      id text not null,
      private_calendar_id text not null,
      ended_at bigint not null,
      erased_at bigint not null,
      done integer not null,
      constraint erased_subscriber_pk primary key (publisher_id, id)
    );
create index erased_subscriber_under_way on erased_subscriber (publisher_id, id) where done = 0;
create table feed_redirect (
      publisher_id integer not null,
      key text not null,
      kind text not null,
      target_id text not null,
      generation integer not null,
      created bigint not null,
      constraint feed_redirect_pk primary key (publisher_id, key)
    );
create index feed_redirect_by_target on feed_redirect (publisher_id, target_id, key);
create table event (
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
    );
create index event_by_calendar on event (publisher_id, calendar_id, revision, id);
create index event_by_start on event (publisher_id, calendar_id, start_at, end_at) where draft = 0;
create index event_by_group on event (publisher_id, reference_type, id) where reference_type is not null;
create index event_public_by_date
      on event (publisher_id, start_date, start_at, id, calendar_id, draft, end_date) where private = 0;
create index event_public_by_name
      on event (publisher_id, lower(name ), id, calendar_id, draft, start_date) where private = 0;
create index event_public_by_change
      on event (publisher_id, modified, id, calendar_id, draft, start_date) where private = 0;
create index event_public_by_group
      on event (publisher_id, reference_type, id) where private = 0 and reference_type is not null;
create index event_upcoming
      on event (publisher_id, start_at, id, calendar_id, end_at, cancelled) where private = 0 and draft = 0;
create index event_upcoming_by_calendar
      on event (publisher_id, calendar_id, start_at, id, end_at, cancelled) where private = 0 and draft = 0;
create index event_long
      on event (publisher_id, end_at, start_at, id, calendar_id, cancelled)
      where private = 0 and draft = 0 and (end_at - start_at) > 604800000;
create table batch_answer (
      publisher_id integer not null,
      api_key text not null,
      idempotency_key text not null,
      body_hash text not null,
      answer text not null,
      created bigint not null,
      constraint batch_answer_pk primary key (publisher_id, api_key, idempotency_key)
    );
create index batch_answer_by_age on batch_answer (publisher_id, created);
create table callback (
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
    );
create table notification (
      publisher_id integer not null,
      id text not null,
      kind text not null,
      subscriber_id text,
      revision bigint not null,
      payload text not null,
      created bigint not null,
      constraint notification_pk primary key (publisher_id, id)
    );
create index notification_in_order on notification (publisher_id, revision, id);
create index notification_by_subscriber
      on notification (publisher_id, subscriber_id, id) where subscriber_id is not null;
create table delivery (
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
    );
create index delivery_queue on delivery (publisher_id, callback_id, due_at) where state = 'waiting';
create index delivery_by_notification on delivery (publisher_id, notification_id);
create index delivery_by_age on delivery (publisher_id, created, id);
create index delivery_by_callback on delivery (publisher_id, callback_id, created, id);
create index delivery_open on delivery (publisher_id, created, id) where state <> 'delivered';
create table delivery_attempt (
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
    );
create table "user" (
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
    );
create table session (
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
    );
create index session_by_user on session (publisher_id, user_id);
create table sign_in_link (
      publisher_id integer not null,
      token_hash text not null,
      purpose text not null,
      user_id text,
      expires bigint not null,
      constraint sign_in_link_pk primary key (publisher_id, token_hash),
      constraint sign_in_link_user foreign key (publisher_id, user_id)
        references "user" (publisher_id, id) on delete cascade
    );
create index sign_in_link_by_user on sign_in_link (publisher_id, user_id);
create table audit_log (
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
    );
create index audit_log_by_time on audit_log (publisher_id, at, id);
create index audit_log_by_actor on audit_log (publisher_id, actor_id, at, id);
create index audit_log_by_action on audit_log (publisher_id, action, at, id);
create index audit_log_by_subject on audit_log (publisher_id, subject_kind, subject_id, at, id);
insert into "kysely_migration" ("name", "timestamp") values ('001-initial', '2026-11-22T20:37:18.177Z');
insert into "service" ("name", "value") values ('device-key', 'sealed:1:a64121ad:sIQsjJS6AtRykmU0MAfxrYLfDsUObZqLC7GqFH-Pg_yO9P5lJ6CjOq3t4eiyWeXFr1KpDzBs-grXHdSgXjkqHMmFBTY9Qk3m');
insert into "service" ("name", "value") values ('link-key', 'sealed:1:a64121ad:5-ixoAy12_PZMUhxCXnfbIiVphvNfzpEDJa8fvT73RyMiapPHm7m84hUe0G3olIvG8HVRQgAlyzn1S2lLoAO_FwmHfalKEc5');
insert into "service" ("name", "value") values ('seal-check', 'sealed:1:a64121ad:gzxwYXj_Q_hxE9k1ranMTGB7kPNuVR-8Cx5SruR0cBql');
insert into "service" ("name", "value") values ('uid-host', 'fasti.test');
insert into "directory" ("kind", "key", "publisher_id") values ('api-key', '-OcsD997sGh_kmx6aRmoeSc-pSLvYp6w', 2);
insert into "directory" ("kind", "key", "publisher_id") values ('api-key', 'NT3z1vbcY7FASnTwr26jF6dLfIN93db4', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('api-key', 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('calendar', '01a204fa35d1085c00e621f7', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('email', 'account-8@example.com', 2);
insert into "directory" ("kind", "key", "publisher_id") values ('email', 'marked-1@example.com', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('feed-address', 'fMLht5Rkk_G9letmKtB0-o', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('image', 'fe1a4ab1fb6347036bead735', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('user', 'account-8@example.com', 2);
insert into "directory" ("kind", "key", "publisher_id") values ('user', 'boss@marked-1.example', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('user', 'mate@marked-1.example', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('user', 'new@marked-1.example', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('widget', '01a204fa34b756105e6ef51d', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('widget', '01a204fa34b756105f52b0b5', 1);
insert into "directory" ("kind", "key", "publisher_id") values ('widget', '01a204fa36176e14eae5205f', 2);
insert into "directory" ("kind", "key", "publisher_id") values ('widget', '01a204fa36176e14eaecb38e', 2);
insert into "daily_statistic" ("publisher_id", "name", "day", "value") values (1, 'joined', '2026-11-22', 4);
insert into "daily_statistic" ("publisher_id", "name", "day", "value") values (1, 'left', '2026-11-22', 2);
insert into "daily_statistic" ("publisher_id", "name", "day", "value") values (1, 'reads:Other', '2026-11-22', 1);
insert into "publisher" ("publisher_id", "parent_id", "partner", "email", "first_name", "last_name", "company", "timezone", "settings", "settings_revision", "feeds_changed_at", "created") values (1, null, 1, 'marked-1@example.com', 'Olive', 'Owner', 'Marked Rugby 1', 'Europe/London', '{}', 0, 1795379836087, 1795379836087);
insert into "publisher" ("publisher_id", "parent_id", "partner", "email", "first_name", "last_name", "company", "timezone", "settings", "settings_revision", "feeds_changed_at", "created") values (2, 1, 0, 'account-8@example.com', 'Sam', 'Secretary', 'Town Rugby 8', 'Europe/London', '{}', 0, 1795379836439, 1795379836439);
insert into "publisher_revision" ("publisher_id", "revision", "changed_at") values (1, 12, 1795379836601);
insert into "publisher_revision" ("publisher_id", "revision", "changed_at") values (2, 0, 1795379836439);
insert into "api_key" ("publisher_id", "key", "secret", "name", "active", "sha256_only", "once_only", "scope", "addresses", "expires_at", "last_used_at", "created") values (1, 'NT3z1vbcY7FASnTwr26jF6dLfIN93db4', 'sealed:1:a64121ad:jMiBxRC6TRGYWb3AVNqrpbtsBRznewiMlNQM6CjSkfwZowQ8igEjsUHb9p0vo72b3p2F-ykHc_FEaITqhqIsLnipRR9tQfcLtlrJ4w', 'Box office', 1, 0, 0, 'full', '[]', null, null, 1795379836633);
insert into "api_key" ("publisher_id", "key", "secret", "name", "active", "sha256_only", "once_only", "scope", "addresses", "expires_at", "last_used_at", "created") values (1, 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'sealed:1:a64121ad:2Fj5w5Bgzy9Bl_Ja9ksQ5j8zs_Blif1gYhD_V42iqQCM0LXGd5WM6uCVPFsX63HspozKIkuSK9gwToofMm7Kk_OkFJ5cTO1o7C9SYg', 'First key', 1, 0, 0, 'full', '[]', null, 1795379836622, 1795379836087);
insert into "api_key" ("publisher_id", "key", "secret", "name", "active", "sha256_only", "once_only", "scope", "addresses", "expires_at", "last_used_at", "created") values (2, '-OcsD997sGh_kmx6aRmoeSc-pSLvYp6w', 'sealed:1:a64121ad:jGaWDaTpxsw540MJhfLHjBCLmTa7pukJhEiiMmrmv6wQrqQj8nXH4BzbuyGG8lIGDTy9JokYp24HDarITzBd81wWDE9tt3dvFkd7kQ', 'First key', 1, 0, 0, 'full', '[]', null, null, 1795379836439);
insert into "sub_account" ("publisher_id", "account_id", "reference", "details", "created") values (1, 2, 'account-8', '{}', 1795379836439);
insert into "image" ("publisher_id", "id", "content_type", "bytes", "created") values (1, 'fe1a4ab1fb6347036bead735', 'image/png', x'6e6f74207265616c6c7920612070696374757265', 1795379836721);
insert into "widget" ("publisher_id", "id", "type", "name", "active", "settings", "created") values (1, '01a204fa34b756105e6ef51d', 'button', 'Subscribe button', 1, '{}', 1795379836087);
insert into "widget" ("publisher_id", "id", "type", "name", "active", "settings", "created") values (1, '01a204fa34b756105f52b0b5', 'event', 'Event list', 1, '{}', 1795379836087);
insert into "widget" ("publisher_id", "id", "type", "name", "active", "settings", "created") values (2, '01a204fa36176e14eae5205f', 'button', 'Subscribe button', 1, '{}', 1795379836439);
insert into "widget" ("publisher_id", "id", "type", "name", "active", "settings", "created") values (2, '01a204fa36176e14eaecb38e', 'event', 'Event list', 1, '{}', 1795379836439);
insert into "calendar" ("publisher_id", "id", "name", "reference", "genre", "sub_genre", "note", "logo", "draft", "version", "version_at", "created", "modified") values (1, '01a204fa35d1085c00e621f7', 'First team', 'calendar-2', 'Sports', 'Rugby', '', '', 0, 4, 1795379836390, 1795379836369, 1795379836369);
insert into "category" ("publisher_id", "id", "path", "path_key") values (1, '01a204fa35d30dd8e8a683c7', 'Sports', 'sports');
insert into "category" ("publisher_id", "id", "path", "path_key") values (1, '01a204fa35d30dd8e9079ac7', 'Sports/Rugby', 'sports/rugby');
insert into "calendar_category" ("publisher_id", "calendar_id", "category_id", "position") values (1, '01a204fa35d1085c00e621f7', '01a204fa35d30dd8e9079ac7', 0);
insert into "import_source" ("publisher_id", "id", "calendar_id", "kind", "name", "options", "last_run_at", "last_result") values (1, '01a204fa373307ee0b8d0152', '01a204fa35d1085c00e621f7', 'address', 'sealed:1:a64121ad:jLJQi1A-NU2rTmiDi09BAqG6VtMgaeQpVERCFUTQYK5oMW2z7DonaKlDdFrcO2bLXKyHrMM', '{"draft":false,"removeMissing":false}', 1795379836723, null);
insert into "subscriber" ("publisher_id", "id", "email", "email_key", "active", "ended_at", "private_calendar_id", "rotations", "reminders", "reminders_at", "profile", "source", "widget_id", "revision", "revision_at", "created", "modified") values (1, '01a204fa359b1ff03009229e', 'fan@marked-1.example', 'fan@marked-1.example', 1, null, '01a204fa359b1ff030334113', '[]', null, 0, '{"applications":[],"lastRequest":"WWNBwwtfYCFN3wQhIi2Y58"}', 'Widget', '01a204fa34b756105e6ef51d', 1, 1795379836315, 1795379836315, 1795379836315);
insert into "subscriber" ("publisher_id", "id", "email", "email_key", "active", "ended_at", "private_calendar_id", "rotations", "reminders", "reminders_at", "profile", "source", "widget_id", "revision", "revision_at", "created", "modified") values (1, '01a204fa35f056ec7f6e8709', 'reader@example.com', 'reader@example.com', 1, null, '01a204fa35f056ec7feaacb4', '[]', null, 0, '{"applications":[],"lastRequest":"WuFK32CxtUvIPnaJq2k9ZX"}', 'Widget', '01a204fa34b756105e6ef51d', 5, 1795379836400, 1795379836400, 1795379836400);
insert into "subscriber" ("publisher_id", "id", "email", "email_key", "active", "ended_at", "private_calendar_id", "rotations", "reminders", "reminders_at", "profile", "source", "widget_id", "revision", "revision_at", "created", "modified") values (1, '01a204fa36727cc9d76439b8', 'gone@example.com', 'gone@example.com', 0, 1795379836554, '01a204fa36727cc9d7a9f95b', '[]', null, 0, '{"applications":[],"lastRequest":"ZBSswLhrefl8HV08SFrgyz"}', 'Widget', '01a204fa34b756105e6ef51d', 9, 1795379836554, 1795379836530, 1795379836554);
insert into "subscription" ("publisher_id", "subscriber_id", "calendar_id", "created") values (1, '01a204fa35f056ec7f6e8709', '01a204fa35d1085c00e621f7', 1795379836400);
insert into "subscription" ("publisher_id", "subscriber_id", "calendar_id", "created") values (1, '01a204fa36727cc9d76439b8', '01a204fa35d1085c00e621f7', 1795379836530);
insert into "feed_read" ("publisher_id", "subscriber_id", "application", "reads", "last_read_at", "etag") values (1, '01a204fa35f056ec7f6e8709', 'Other', 1, 1795379836734, 'pK7M5HaD0KuPB1BWQVkfIjQA6dI');
insert into "erased_subscriber" ("publisher_id", "id", "private_calendar_id", "ended_at", "erased_at", "done") values (1, '01a204fa36a1741b3b238dc9', '01a204fa36a1741b3be140fe', 1795379836599, 1795379836599, 0);
insert into "feed_redirect" ("publisher_id", "key", "kind", "target_id", "generation", "created") values (1, 'fMLht5Rkk_G9letmKtB0-o', 'subscriber', '01a204fa35f056ec7f6e8709', 0, 1795379836722);
insert into "event" ("publisher_id", "id", "calendar_id", "private", "reference", "reference_type", "name", "location", "details", "start_date", "start_time", "end_date", "end_time", "timezone", "start_at", "end_at", "alert", "alert2", "draft", "cancelled", "sponsored_message", "extras", "sequence", "revision", "created", "modified") values (1, '01a204fa35dc2e8722891128', '01a204fa35d1085c00e621f7', 0, 'event-3', null, 'City v Town', 'City Ground', '', '2027-04-10', '15:00', '2027-04-10', '17:00', 'Europe/London', 1807365600000, 1807372800000, '', '', 0, 0, '', null, 0, 3, 1795379836380, 1795379836380);
insert into "event" ("publisher_id", "id", "calendar_id", "private", "reference", "reference_type", "name", "location", "details", "start_date", "start_time", "end_date", "end_time", "timezone", "start_at", "end_at", "alert", "alert2", "draft", "cancelled", "sponsored_message", "extras", "sequence", "revision", "created", "modified") values (1, '01a204fa35e64796ac61e57b', '01a204fa35d1085c00e621f7', 0, 'event-4', null, 'City v Rovers', 'City Ground', '', '2027-04-10', '15:00', '2027-04-10', '17:00', 'Europe/London', 1807365600000, 1807372800000, '', '', 0, 1, '', null, 0, 4, 1795379836390, 1795379836390);
insert into "event" ("publisher_id", "id", "calendar_id", "private", "reference", "reference_type", "name", "location", "details", "start_date", "start_time", "end_date", "end_time", "timezone", "start_at", "end_at", "alert", "alert2", "draft", "cancelled", "sponsored_message", "extras", "sequence", "revision", "created", "modified") values (1, '01a204fa3603155f98856a74', '01a204fa35f056ec7feaacb4', 1, 'event-6', null, 'Your seat', 'City Ground', '', '2027-04-10', '15:00', '2027-04-10', '17:00', 'Europe/London', 1807365600000, 1807372800000, '', '', 0, 0, '', null, 0, 6, 1795379836419, 1795379836419);
insert into "event" ("publisher_id", "id", "calendar_id", "private", "reference", "reference_type", "name", "location", "details", "start_date", "start_time", "end_date", "end_time", "timezone", "start_at", "end_at", "alert", "alert2", "draft", "cancelled", "sponsored_message", "extras", "sequence", "revision", "created", "modified") values (1, '01a204fa360e52c3ed41177d', '01a204fa35f056ec7feaacb4', 1, 'kept', null, 'City v Town 7', 'City Ground', 'Bring your card.', '2027-04-10', '15:00', '2027-04-10', '17:00', 'Europe/London', 1807365600000, 1807372800000, '15M', '', 0, 0, '', null, 0, 7, 1795379836427, 1795379836427);
insert into "batch_answer" ("publisher_id", "api_key", "idempotency_key", "body_hash", "answer", "created") values (1, 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'kept', 'ed9c6019dc779d1920c02bbb933aa595a1d259188653c00849a5b0d5ab446720', '{"totalProcessed":1,"added":1,"items":[{"id":"01a204fa360e52c3ed41177d","scheduleId":"01a204fa35f056ec7feaacb4","reference":"kept","status":201}]}', 1795379836427);
insert into "callback" ("publisher_id", "id", "name", "url", "kinds", "id_name", "active", "encryption_secret", "signing_secret", "created", "modified") values (1, '01a204fa357540076d023c91', '', 'https://hook.marked-1.example/', '["subscribe","schedules-added","schedules-removed","unsubscribe"]', 'svcId', 1, '', 'sealed:1:a64121ad:f1uPIRRNevpvkh0m2-ZHmBjX4vkjRou_qqvFxSzeUZXSPxvdrpOVw6PHxSZXSiSbUmnsewpj6VpEPkpUJ5GwalpefWq1hFY9rpwLqSV_', 1795379836277, 1795379836277);
insert into "callback" ("publisher_id", "id", "name", "url", "kinds", "id_name", "active", "encryption_secret", "signing_secret", "created", "modified") values (1, '01a204fa36d06a6948d92645', '', 'https://hook.example.com/', '["subscribe","schedules-added","schedules-removed","unsubscribe"]', 'svcId', 1, '', 'sealed:1:a64121ad:K5gCO57Co1t0elZFR4KXPHhxlhItzoCDMT1uK4354l4zITtjj0At6sh3ltPqprTZgrWjwV6IcBo6Q1pGBDS207oSVoQTJOuwGxImh2tD', 1795379836624, 1795379836624);
insert into "notification" ("publisher_id", "id", "kind", "subscriber_id", "revision", "payload", "created") values (1, '01a204fa359b1ff030fdbe10', 'subscribe', '01a204fa359b1ff03009229e', 1, '{"svcId":"01a204fa359b1ff03009229e","email":"fan@marked-1.example","timestamp":"1795379836","calendarIds":{},"calendarNames":[],"calendarReferences":[]}', 1795379836315);
insert into "notification" ("publisher_id", "id", "kind", "subscriber_id", "revision", "payload", "created") values (1, '01a204fa35f056ec80e2528e', 'subscribe', '01a204fa35f056ec7f6e8709', 5, '{"svcId":"01a204fa35f056ec7f6e8709","email":"reader@example.com","timestamp":"1795379836","calendarIds":{"0":"01a204fa35d1085c00e621f7"},"calendarNames":["First team"],"calendarReferences":["calendar-2"]}', 1795379836400);
insert into "notification" ("publisher_id", "id", "kind", "subscriber_id", "revision", "payload", "created") values (1, '01a204fa36727cc9d85ccafa', 'subscribe', '01a204fa36727cc9d76439b8', 8, '{"svcId":"01a204fa36727cc9d76439b8","email":"gone@example.com","timestamp":"1795379836","calendarIds":{"0":"01a204fa35d1085c00e621f7"},"calendarNames":["First team"],"calendarReferences":["calendar-2"]}', 1795379836530);
insert into "notification" ("publisher_id", "id", "kind", "subscriber_id", "revision", "payload", "created") values (1, '01a204fa368a6a4c52cfd22a', 'unsubscribe', '01a204fa36727cc9d76439b8', 9, '{"svcId":"01a204fa36727cc9d76439b8","email":"gone@example.com","timestamp":"1795379836","reference":"","action":"unsubscribe"}', 1795379836554);
insert into "notification" ("publisher_id", "id", "kind", "subscriber_id", "revision", "payload", "created") values (1, '01a204fa36b9202ae1c85843', 'unsubscribe', '01a204fa36a1741b3b238dc9', 12, '{"svcId":"01a204fa36a1741b3b238dc9","email":"erased@example.com","timestamp":"1795379836","reference":"","action":"unsubscribe"}', 1795379836601);
insert into "delivery" ("publisher_id", "id", "notification_id", "callback_id", "state", "due_at", "attempts", "first_attempt_at", "created") values (1, '01a204fa359b1ff0311d79ab', '01a204fa359b1ff030fdbe10', '01a204fa357540076d023c91', 'waiting', 1795379836315, 0, null, 1795379836315);
insert into "delivery" ("publisher_id", "id", "notification_id", "callback_id", "state", "due_at", "attempts", "first_attempt_at", "created") values (1, '01a204fa35f056ec80e504fa', '01a204fa35f056ec80e2528e', '01a204fa357540076d023c91', 'waiting', 1795379836400, 0, null, 1795379836400);
insert into "delivery" ("publisher_id", "id", "notification_id", "callback_id", "state", "due_at", "attempts", "first_attempt_at", "created") values (1, '01a204fa36727cc9d8c3580b', '01a204fa36727cc9d85ccafa', '01a204fa357540076d023c91', 'waiting', 1795379836530, 0, null, 1795379836530);
insert into "delivery" ("publisher_id", "id", "notification_id", "callback_id", "state", "due_at", "attempts", "first_attempt_at", "created") values (1, '01a204fa368a6a4c533672db', '01a204fa368a6a4c52cfd22a', '01a204fa357540076d023c91', 'waiting', 1795379836554, 0, null, 1795379836554);
insert into "delivery" ("publisher_id", "id", "notification_id", "callback_id", "state", "due_at", "attempts", "first_attempt_at", "created") values (1, '01a204fa36b9202ae1dff950', '01a204fa36b9202ae1c85843', '01a204fa357540076d023c91', 'waiting', 1795379836601, 0, null, 1795379836601);
insert into "user" ("publisher_id", "id", "email", "email_key", "name", "role", "password_hash", "totp_secret", "totp_confirmed", "totp_step", "backup_codes", "language", "disabled", "created", "last_sign_in") values (1, '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 'boss@marked-1.example', 'Pat', 'owner', '$argon2id$v=19$m=19456,t=2,p=1$zJuq68mgRw2pgXlxg/WHJA$xYlUVAmlykX6siZt4LTMVRDkuC4g2bo5X+HPJXdTOKc', 'sealed:1:a64121ad:JUpTE9yLEGkA16GZwjpZnPFOMnnEewUm4xGyisUkhOjE-UwGq6RGh7A9zBVeSq-ySfBHU2Li3nF1fK0B', 0, 0, '[]', 'en', 0, 1795379836093, 1795379836167);
insert into "user" ("publisher_id", "id", "email", "email_key", "name", "role", "password_hash", "totp_secret", "totp_confirmed", "totp_step", "backup_codes", "language", "disabled", "created", "last_sign_in") values (1, '01a204fa35c14db4b749df7f', 'mate@marked-1.example', 'mate@marked-1.example', 'Pat', 'viewer', null, null, 0, 0, '[]', 'en', 0, 1795379836353, 1795379836359);
insert into "user" ("publisher_id", "id", "email", "email_key", "name", "role", "password_hash", "totp_secret", "totp_confirmed", "totp_step", "backup_codes", "language", "disabled", "created", "last_sign_in") values (1, '01a204fa35ca4ee1d9409f4e', 'new@marked-1.example', 'new@marked-1.example', 'Pat', 'viewer', null, null, 0, 0, '[]', 'en', 0, 1795379836362, null);
insert into "user" ("publisher_id", "id", "email", "email_key", "name", "role", "password_hash", "totp_secret", "totp_confirmed", "totp_step", "backup_codes", "language", "disabled", "created", "last_sign_in") values (2, '01a204fa36176e14eb87e693', 'account-8@example.com', 'account-8@example.com', 'Sam Secretary', 'owner', null, null, 0, 0, '[]', 'en', 0, 1795379836439, null);
insert into "session" ("publisher_id", "token_hash", "user_id", "created", "last_seen", "expires", "user_agent") values (1, 'df84ba3e8d2bb4a5b34a855a30dd10d7d0429197088320164528b6d239505b9c', '01a204fa34bd645b95c8d250', 1795379836167, 1795379836167, 1796589436167, 'Firefox on Linux');
insert into "session" ("publisher_id", "token_hash", "user_id", "created", "last_seen", "expires", "user_agent") values (1, '35361cd7cd63e6c46ef710f1275688126d652d1afc0003b9209fb01d3dd64fea', '01a204fa35c14db4b749df7f', 1795379836359, 1795379836359, 1796589436359, 'Firefox on Linux');
insert into "sign_in_link" ("publisher_id", "token_hash", "purpose", "user_id", "expires") values (1, '29c5f5197d503cf2f461e4e7d82b1653aa5ac36a6229f6c37497d8fe739cfc72', 'invitation', '01a204fa35ca4ee1d9409f4e', 1795984636362);
insert into "sign_in_link" ("publisher_id", "token_hash", "purpose", "user_id", "expires") values (2, 'cbc761b7b8f6d18a9fd767d143d06729fc0ede9609f6a1e2d3fb74e1d8c62b20', 'invitation', '01a204fa36176e14eb87e693', 1795984636439);
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa34bd645b957df820', 1795379836093, 'system', 'test', 'Test', 1, 'person.invite', 'person', '01a204fa34bd645b95c8d250', null, '{"email":"boss@marked-1.example","name":"Pat","role":"owner","language":"en","disabled":false}', '');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa350704d61812b9f7', 1795379836167, 'user', '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 1, 'person.password', 'person', '01a204fa34bd645b95c8d250', '{"passwordHash":null}', '{"passwordHash":"(hidden)"}', 'd0f552db-6578-4d30-8c4f-c2260ef446dd');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa350704d61841559e', 1795379836167, 'user', '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 1, 'session.start', 'person', '01a204fa34bd645b95c8d250', null, '{"by":"invitation","userAgent":"Firefox on Linux"}', 'd0f552db-6578-4d30-8c4f-c2260ef446dd');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa35713a3bc3aa5653', 1795379836273, 'api-key', 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'First key', 1, 'callback.create', 'callback', '01a204fa357540076d023c91', null, '{"name":"","url":"https://hook.marked-1.example/","kinds":["subscribe","schedules-added","schedules-removed","unsubscribe"],"active":true,"encryptionSecret":"","idName":"svcId"}', 'ffc3ebdb-be44-485d-b1e1-7b0f029b345a');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa35c14db4b6f73042', 1795379836353, 'system', 'test', 'Test', 1, 'person.invite', 'person', '01a204fa35c14db4b749df7f', null, '{"email":"mate@marked-1.example","name":"Pat","role":"viewer","language":"en","disabled":false}', '');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa35c76250f76d09a2', 1795379836359, 'user', '01a204fa35c14db4b749df7f', 'mate@marked-1.example', 1, 'session.start', 'person', '01a204fa35c14db4b749df7f', null, '{"by":"invitation","userAgent":"Firefox on Linux"}', 'f0cab876-1750-4414-8f28-ab7b97dca5a8');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa35ca4ee1d91923ab', 1795379836362, 'system', 'test', 'Test', 1, 'person.invite', 'person', '01a204fa35ca4ee1d9409f4e', null, '{"email":"new@marked-1.example","name":"Pat","role":"viewer","language":"en","disabled":false}', '');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa36176e14ea18c2fb', 1795379836439, 'api-key', 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'First key', 1, 'account.create', 'account', '2', null, '{"email":"account-8@example.com","company":"Town Rugby 8","reference":"account-8","timezone":"Europe/London"}', '6ecfbf28-38d6-4f7e-9c7b-64818320bf1e');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (2, '01a204fa36176e14eb4977b5', 1795379836439, 'api-key', 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'First key', 1, 'person.invite', 'person', '01a204fa36176e14eb87e693', null, '{"email":"account-8@example.com","name":"Sam Secretary","role":"owner","language":"en","disabled":false}', '6ecfbf28-38d6-4f7e-9c7b-64818320bf1e');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa36b12439bbba9090', 1795379836593, 'user', '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 1, 'subscriber.erase', 'subscriber', '01a204fa36a1741b3b238dc9', null, null, '2cbd69d4-e98f-4095-96dd-454f8d83d894');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa36cf3c5c29c1c2a8', 1795379836623, 'api-key', 'otYpC3_WIrLXODIGpviYVD6mSFAdUXcH', 'First key', 1, 'callback.create', 'callback', '01a204fa36d06a6948d92645', null, '{"name":"","url":"https://hook.example.com/","kinds":["subscribe","schedules-added","schedules-removed","unsubscribe"],"active":true,"encryptionSecret":"","idName":"svcId"}', '06ad0dc4-96ac-4de7-9f90-c9a0cc1fa595');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa36d613b25b201871', 1795379836630, 'user', '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 1, 'api-key.create', 'api-key', 'NT3z1vbcY7FASnTwr26jF6dLfIN93db4', null, '{"name":"Box office","active":true,"sha256Only":false,"onceOnly":false,"scope":"full","addresses":[],"expires":null}', 'e2c1a3a3-8929-424e-bb62-7f5a9c2c2631');
insert into "audit_log" ("publisher_id", "id", "at", "actor_kind", "actor_id", "actor_name", "actor_publisher_id", "action", "subject_kind", "subject_id", "before", "after", "request_id") values (1, '01a204fa36e15167135f5f22', 1795379836641, 'user', '01a204fa34bd645b95c8d250', 'boss@marked-1.example', 1, 'person.totp-enrol', 'person', '01a204fa34bd645b95c8d250', null, null, '10ceb149-ab28-42ae-87f2-7afad45febb2');
