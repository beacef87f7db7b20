import { Alert, List, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { GoogleRecord } from '../../../src/http/admin/google-schemas.ts'
import { useData } from '../kit/data.ts'
import { Page, Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { ConnectButton } from './connect-button.tsx'
import { GoogleAccount } from './google-account.tsx'
import { Mirrors } from './mirrors.tsx'

const texts = words.google

/** States change by themselves, within seconds. */
const READ_MS = 4000

/** The publisher's account at Google, and the calendars in it that show public calendars. */
export function GooglePage() {
  const query = useData<GoogleRecord>('/google', {}, { everyMs: READ_MS })
  const outcome = useOutcome()
  return (
    <Page title={texts.title} text={texts.text}>
      {outcome && (
        <Alert color="bad" role="alert">
          {texts[outcome]}
        </Alert>
      )}
      <Reading query={query}>
        {(google) => (
          <Stack gap="lg">
            {google.state === 'none' ? <Connect /> : <GoogleAccount google={google} />}
            {google.state !== 'none' && <Mirrors google={google} />}
            <Limits />
          </Stack>
        )}
      </Reading>
    </Page>
  )
}

const FAILURES = ['refused', 'unticked', 'failed', 'other'] as const

/** Returns why a consent came to nothing, as the address tells, and takes it out of the address. */
function useOutcome(): (typeof FAILURES)[number] | undefined {
  const { google: told }: { google?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [outcome] = useState(told)
  useEffect(() => {
    if (told === undefined) return
    if (told === 'connected') done(texts.didConnect)
    void navigate({ to: '/google', replace: true })
  }, [told, navigate])
  return FAILURES.find((failure) => failure === outcome)
}

function Connect() {
  const may = useMay('owner')
  return (
    <Section title={texts.connectTitle} text={texts.connectText}>
      {may ? <ConnectButton>{texts.connect}</ConnectButton> : <Text>{texts.onlyOwners}</Text>}
    </Section>
  )
}

/** The ways in which these calendars are less than a subscription. */
function Limits() {
  return (
    <Section title={texts.limits}>
      <List spacing="xs" maw="70ch">
        {[texts.limitCount, texts.limitSame, texts.limitOpen, texts.limitCompanies, texts.limitFeed].map(
          (limit) => (
            <List.Item key={limit}>{limit}</List.Item>
          ),
        )}
      </List>
    </Section>
  )
}
