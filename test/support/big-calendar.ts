import { DatabaseSync } from 'node:sqlite'

/**
 * Makes `count` copies of a public event, eight hours from one to the next, straight in the database of a service
 * that may be running: through the API it would take half a minute. Any change through the API afterwards shows
 * them, since it raises the calendar's version.
 */
export function copyEvent(file: string, eventId: string, count: number): void {
  const db = new DatabaseSync(file, { timeout: 5000 })
  const columns = db.prepare('select name from pragma_table_info(?)').all('event') as { name: string }[]
  const hours = 'n * 8'
  const own: Record<string, string> = {
    id: 'lower(hex(randomblob(12)))',
    reference: 'null',
    name: `name || ' ' || n`,
    start_date: `date(start_date, '+' || (${hours}) || ' hours')`,
    end_date: `date(end_date, '+' || (${hours}) || ' hours')`,
    start_at: `start_at + ${hours} * 3600000`,
    end_at: `end_at + ${hours} * 3600000`,
  }
  const names = columns.map(({ name }) => name)
  db.prepare(
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < ?)
     insert into event (${names.join(', ')})
     select ${names.map((name) => own[name] ?? name).join(', ')} from event, number where id = ?`,
  ).run(count, eventId)
  db.close()
}
