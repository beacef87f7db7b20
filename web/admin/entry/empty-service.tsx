import { Code, Text } from '@mantine/core'
import type { AdminData, PageData } from '../../../src/http/pages/page.ts'
import { EntryFrame } from './entry-frame.tsx'

/** True while the service has no publisher, as the document said when it was loaded. */
export function isServiceEmpty(): boolean {
  const { data } = JSON.parse(document.getElementById('data')!.textContent) as PageData<AdminData>
  return data.empty
}

/** Tells where the link is that sets up a new service. */
export function EmptyService() {
  return (
    <EntryFrame title="Nothing is set up yet" text="This service has no publisher, so nobody can sign in.">
      <Text>
        At its start it wrote a link to its log. Open that link, name your organisation, choose a password.
      </Text>
      <WhereTheLogIs />
    </EntryFrame>
  )
}

export function WhereTheLogIs() {
  return (
    <Text>
      The log is in the terminal where you ran <Code>npm start</Code>, in <Code>journalctl -u fasti</Code> or{' '}
      <Code>docker logs</Code>. The link works for seven days; each start writes a new one.
    </Text>
  )
}
