import { StateBadge } from '../kit/state-badge.tsx'

/** The status of a response, with a word for it. */
export function RequestStatus({ status }: { status: number }) {
  if (status < 400) return <StateBadge kind="ok">{`${status} OK`}</StateBadge>
  return status < 500 ? (
    <StateBadge kind="warn">{`${status} Refused`}</StateBadge>
  ) : (
    <StateBadge kind="bad">{`${status} Failed`}</StateBadge>
  )
}
