import pg from 'pg'

/**
 * Has a PostgreSQL answer what Fasti asks of Citus. All is in `pg_catalog`, which `pg_dump` leaves out, as it leaves out
 * what belongs to the extension. `publisher` has to be there; no table is spread yet.
 */
export async function pretendCitus(client: pg.Client): Promise<void> {
  await client.query(`
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (9999, 'citus', 10, 11, false, '13.0-1');
    create table pg_catalog.spread_table (id oid, way text);
    create view pg_catalog.pg_dist_partition as
      select id::regclass as logicalrelid, way from spread_table join pg_class on oid = id;
    create view pg_catalog.pg_dist_placement as
      select id as shardid, id as groupid from generate_series(0, 1) id;
    grant select on pg_catalog.pg_dist_partition, pg_catalog.pg_dist_placement to public;
    create function pg_catalog.create_distributed_table(name regclass, key text, colocate_with text default '')
      returns void language sql as $$ insert into spread_table values (name, key) $$;
    create function pg_catalog.create_reference_table(name regclass)
      returns void language sql as $$ insert into spread_table values (name, 'whole') $$;
    create function pg_catalog.truncate_local_data_after_distributing_table(name regclass)
      returns void language sql as $$ select $$;
    create function pg_catalog.get_shard_id_for_distribution_column(name regclass, id integer)
      returns integer language sql as $$ select id % 2 $$;
    set allow_system_table_mods = off`)
}

/**
 * Lets a PostgreSQL behave as one that Citus spread over nodes, one for each publisher, to the role in the `url` that it
 * returns. Each statement that meets a row of a publisher whose node is away is
 * refused, as by Citus. Tables that are whole on each node work.
 */
export async function spreadOver(adminUrl: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await pretendCitus(client)
  const role = `tenant_${new URL(adminUrl).pathname.slice(1)}`
  await client.query(`
    select create_distributed_table('publisher', 'publisher_id');
    create table failing_node (publisher_id integer, failure text);
    create function is_there(id integer) returns boolean language plpgsql stable as $$ begin
      case (select failure from failing_node where publisher_id = id)
        when 'is away' then
          raise exception 'connection to the remote node worker-2:5432 failed' using errcode = '08006';
        else null;
      end case;
      return true;
    end $$;
    create role ${role} login password 'secret';
    grant usage on schema public to ${role};
    grant all on all tables in schema public to ${role};`)
  const { rows } = await client.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'publisher_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('directory', 'failing_node')`)
  for (const { name } of rows)
    await client.query(
      `alter table "${name}" enable row level security;
       create policy there on "${name}" using (is_there(publisher_id))`,
    )
  return {
    async forget() {
      await client.query(`drop owned by ${role}; drop role ${role}`)
      await client.end()
    },
    url: Object.assign(new URL(adminUrl), { username: role, password: 'secret' }).href,
    async fail(publisherId: number, failure: 'is away') {
      await client.query('insert into failing_node values ($1, $2)', [publisherId, failure])
    },
    async mend() {
      await client.query('delete from failing_node')
    },
  }
}
