import type { PortalData } from '../../src/http/widget/answers.ts'
import { Notice } from '../shared/components/notice.tsx'
import { words } from '../shared/page.ts'

interface AlertsProps {
  /** The stored choice. */
  stored: NonNullable<PortalData['alerts']>
  on: boolean
  onChange: (on: boolean) => void
}

/** Switches e-mails about changes on or off. */
export function Alerts({ stored, on, onChange }: AlertsProps) {
  const { alerts } = words
  return (
    <section class="part switches">
      <h2>{alerts.title}</h2>
      {stored === 'refused' && !on && <Notice kind="info">{alerts.refused}</Notice>}
      <label class="row">
        <span class="text">
          {alerts.tell}
          <span class="next" aria-hidden="true">
            {on ? alerts.on : alerts.off}
          </span>
        </span>
        <input
          type="checkbox"
          name="alerts"
          checked={on}
          onInput={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
    </section>
  )
}
