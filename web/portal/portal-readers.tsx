import type { PortalData, PortalReader } from '../../src/http/widget/answers.ts'
import { Say } from '../shared/components/say.tsx'
import { ago, dateOf } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'
import { namesOf, type ProviderName } from '../shared/providers.ts'

/** The most recent ones: who changed phones has rows of old applications. */
const SHOWN = 4
/** Those that the service writes, by the names that reads count by. */
const WRITTEN: Record<string, ProviderName> = {
  'Google Calendar (push)': 'google',
  'Outlook (push)': 'microsoft',
}

/** Says when each application last fetched the calendar, whether it has the last change, and what to expect. */
export function Readers({ readers, changedAt }: Pick<PortalData, 'readers' | 'changedAt'>) {
  const { mine } = words
  return (
    <section class="part">
      <h2>{mine.readers}</h2>
      {readers.length === 0 && (
        <p>
          {mine.noReader} <span class="soft">{mine.noReaderText}</span>
        </p>
      )}
      {readers.length > 0 && (
        <ul class="readers">
          {readers.slice(0, SHOWN).map((reader) => (
            <Reader key={reader.application} reader={reader} changedAt={changedAt} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Reader({ reader, changedAt }: { reader: PortalReader; changedAt: number | null }) {
  const { mine } = words
  const { application, lastReadAt, current, active } = reader
  const written = WRITTEN[application]
  if (written)
    return (
      <li>
        {say(mine.written, { ...namesOf(written), when: ago(lastReadAt) })}{' '}
        <span class="soft">{current && mine.current}</span>
      </li>
    )
  const name = <bdi class="name">{application === 'Other' ? mine.someApplication : application}</bdi>
  return (
    <li>
      <Say text={mine.read} values={{ when: ago(lastReadAt), application: name }} />{' '}
      <span class="soft">
        {current && active && mine.current}
        {!current && changedAt !== null && say(mine.waiting, { date: dateOf(changedAt) })}{' '}
        {!active ? mine.stopped : !current && expectation(application)}
      </span>
    </li>
  )
}

/** Returns how soon an application fetches changes, by the name that the service knows it by. */
function expectation(application: string): string {
  const { mine } = words
  if (application === 'Google Calendar') return mine.withinDay
  if (application === 'Microsoft 365') return mine.withinHours
  if (application.startsWith('Apple Calendar') || application === 'Outlook') return mine.withinHour
  return mine.bySettings
}
