import { Input, SegmentedControl } from '@mantine/core'
import { words } from '../words/index.ts'
import { StateBadge } from './state-badge.tsx'

/** The choices of all controls and filters of the state, in this order. */
export const DRAFT_OR_LIVE = [
  { value: 'draft', label: words.kit.draft },
  { value: 'live', label: words.kit.live },
]

interface DraftOrLiveProps {
  live: boolean
  onChange: (live: boolean) => void
  /** The consequence of the chosen one. */
  description?: string
  disabled?: boolean
  /** Only the control, named for screen readers: for the head of a page. */
  bare?: boolean
}

/** The state of a calendar, an event or a widget. */
export function DraftOrLive({ live, onChange, description, disabled, bare }: DraftOrLiveProps) {
  const control = (
    <SegmentedControl
      aria-label={words.kit.state}
      data={DRAFT_OR_LIVE}
      value={live ? 'live' : 'draft'}
      onChange={(value) => onChange(value === 'live')}
      disabled={disabled ?? false}
      w="fit-content"
    />
  )
  if (bare) return control
  return (
    <Input.Wrapper label={words.kit.state} description={description} labelElement="div">
      <div className="state-control">{control}</div>
    </Input.Wrapper>
  )
}

/** The state as a word and a colour. */
export function LiveBadge({ live }: { live: boolean }) {
  return <StateBadge kind={live ? 'ok' : 'warn'}>{live ? words.kit.live : words.kit.draft}</StateBadge>
}
