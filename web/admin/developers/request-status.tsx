import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'

/** The status of a response, with a word for it. */
export function RequestStatus({ status }: { status: number }) {
  if (status < 400)
    return <StateBadge kind="ok">{say(words.developers.statusOk, { status: String(status) })}</StateBadge>
  return status < 500 ? (
    <StateBadge kind="warn">{say(words.developers.statusRefused, { status: String(status) })}</StateBadge>
  ) : (
    <StateBadge kind="bad">{say(words.developers.statusFailed, { status: String(status) })}</StateBadge>
  )
}
