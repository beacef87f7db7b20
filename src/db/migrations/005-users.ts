import type { Kysely } from 'kysely'

/** People who sign in, their sessions and links, and the log of changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('publisher_id', 'integer', (c) => c.notNull())

  await table('user')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('totp_secret', 'text')
    .addColumn('totp_confirmed', 'integer', (c) => c.notNull())
    .addColumn('totp_step', 'bigint', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('disabled', 'integer', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('last_sign_in', 'bigint')
    .addPrimaryKeyConstraint('user_pk', ['publisher_id', 'id'])
    .addUniqueConstraint('user_email', ['publisher_id', 'email_key'])
    .addForeignKeyConstraint('user_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await table('session')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('last_seen', 'bigint', (c) => c.notNull())
    .addColumn('expires', 'bigint', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_pk', ['publisher_id', 'token_hash'])
    .addForeignKeyConstraint(
      'session_user',
      ['publisher_id', 'user_id'],
      'user',
      ['publisher_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('session_by_user').on('session').columns(['publisher_id', 'user_id']).execute()

  await table('sign_in_link')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('expires', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sign_in_link_pk', ['publisher_id', 'token_hash'])
    .addForeignKeyConstraint(
      'sign_in_link_user',
      ['publisher_id', 'user_id'],
      'user',
      ['publisher_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('sign_in_link_by_user')
    .on('sign_in_link')
    .columns(['publisher_id', 'user_id'])
    .execute()

  await table('audit_log')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('actor_publisher_id', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_log_pk', ['publisher_id', 'id'])
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(name)
      .on('audit_log')
      .columns(['publisher_id', ...columns, 'at', 'id'])
      .execute()
  await index('audit_log_by_time', [])
  await index('audit_log_by_actor', ['actor_id'])
  await index('audit_log_by_action', ['action'])
  await index('audit_log_by_subject', ['subject_kind', 'subject_id'])
}
