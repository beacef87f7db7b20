import './changes.css'
import { Stack } from '@mantine/core'
import { AskingAlerts } from '../kit/asking-alerts.tsx'
import { words } from '../words/index.ts'
import { AlertsList } from './alerts-list.tsx'
import { ChangesFrame } from './changes-frame.tsx'
import { RulesPart } from './rules-part.tsx'

/** The rules that tell subscribers of changes, and what they told. */
export function AlertsPage() {
  return (
    <ChangesFrame tab="alerts" title={words.changes.alerts} text={words.changes.alertsText}>
      <Stack gap="md">
        <AskingAlerts />
        <RulesPart />
        <AlertsList />
      </Stack>
    </ChangesFrame>
  )
}
