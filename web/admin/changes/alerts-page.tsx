import './changes.css'
import { Stack } from '@mantine/core'
import { AskingAlerts } from '../kit/asking-alerts.tsx'
import { AlertsList } from './alerts-list.tsx'
import { ChangesFrame } from './changes-frame.tsx'
import { RulesPart } from './rules-part.tsx'

/** The rules that tell subscribers of changes, and what they told. */
export function AlertsPage() {
  return (
    <ChangesFrame
      tab="alerts"
      title="Alerts"
      text="Calendar applications decide when they look. An alert tells those whose calendar still shows an event as it was, and nobody else."
    >
      <Stack gap="md">
        <AskingAlerts />
        <RulesPart />
        <AlertsList />
      </Stack>
    </ChangesFrame>
  )
}
