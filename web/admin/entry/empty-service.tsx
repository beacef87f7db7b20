import { Code, Text } from '@mantine/core'
import type { AdminData, PageData } from '../../../src/http/pages/page.ts'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { EntryFrame } from './entry-frame.tsx'

/** True while the service has no publisher, as the document said when it was loaded. */
export function isServiceEmpty(): boolean {
  const { data } = JSON.parse(document.getElementById('data')!.textContent) as PageData<AdminData>
  return data.empty
}

/** Tells where the link is that sets up a new service. */
export function EmptyService() {
  return (
    <EntryFrame title={words.entry.emptyTitle} text={words.entry.emptyText}>
      <Text>{words.entry.emptyHow}</Text>
      <WhereTheLogIs />
    </EntryFrame>
  )
}

export function WhereTheLogIs() {
  return (
    <Text>
      <Say
        text={words.entry.whereLog}
        values={{
          start: <Code>npm start</Code>,
          journal: <Code>journalctl -u fasti</Code>,
          docker: <Code>docker logs</Code>,
        }}
      />
    </Text>
  )
}
