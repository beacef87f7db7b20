-- Spreads Fasti's tables over the nodes of a Citus cluster:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f src/db/citus.sql
-- Run it once, on a database in which the service has already created its tables (any command does), preferably
-- before there is much data. All data of a publisher is on one node, so that a request needs only one.
-- test/db/citus.test.ts checks that no table is missing and that each has publisher_id in its keys.

begin;

-- Complete on every node: the directory from keys to publishers, the settings of the installation, and the list of
-- migrations, so that each node can be asked.
select create_reference_table('directory');
select create_reference_table('service');
select create_reference_table('kysely_migration');
select create_reference_table('kysely_migration_lock');

-- By publisher, in the order of their foreign keys.
select create_distributed_table('publisher', 'publisher_id');
select create_distributed_table('publisher_revision', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('api_key', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('sub_account', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('image', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('calendar', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('deleted_calendar', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('category', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('calendar_category', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('subscriber', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('subscription', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('segment', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('feed_link', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('link_request', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('email_change', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('feed_read', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('cut_feed', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_subscription', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_registration', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_follower', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('provider_credentials', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_grant', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_target', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_item', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('push_target_follower', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('erased_subscriber', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('feed_redirect', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('event', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('event_calendar', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('link_code', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('series', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('series_exclude', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('event_change', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('change_reach', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('alert_rule', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('alert_follower', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('alert_due', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('alert', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('alert_recipient', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('reach_notification', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('import_source', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('source', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('source_run', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('source_event', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('widget', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('callback', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('notification', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('delivery', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('delivery_attempt', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('batch_answer', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('request_window', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('used_nonce', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('request_log', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('daily_statistic', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('daily_detail', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('clicked_link', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('"user"', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('session', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('sign_in_link', 'publisher_id', colocate_with => 'publisher');
select create_distributed_table('audit_log', 'publisher_id', colocate_with => 'publisher');

commit;

-- Rows that were there before are on the nodes now. Their copies on the coordinator have personal data, which nothing
-- would ever erase.
select format('select truncate_local_data_after_distributing_table(%L)', logicalrelid) from pg_dist_partition \gexec
