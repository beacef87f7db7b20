import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { changedEvents } from './words.ts'

/** The pages of records, by the kind of the subject. */
const PAGES: Record<string, string> = {
  calendar: '/calendars/',
  callback: '/developers/callbacks/',
  event: '/events/',
  series: '/events?show=table&when=all&series=',
  subscriber: '/subscribers/',
  widget: '/widgets/',
}

/** The name of what an entry is about, with a link to its page; of what is gone, the name that it had. */
export function Subject({ entry }: { entry: Pick<LogEntry, 'subject' | 'before' | 'after'> }) {
  const { subject, before, after } = entry
  const { kind, id, name } = subject
  const events = changedEvents(entry)
  if (kind === 'events')
    return <span className="log-subject">{events && sayCount(words.auditLog.events, events.length)}</span>
  const page = PAGES[kind]
  const lastName = [after?.name, before?.name].find((value) => typeof value === 'string')
  if (!name) return <span className="log-subject">{lastName}</span>
  if (!page) return <span className="log-subject">{name}</span>
  return (
    <Anchor component={Link} to={page + id} className="log-subject">
      {name}
    </Anchor>
  )
}
