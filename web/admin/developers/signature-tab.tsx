import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'
import type { RequestDetails } from '../../../src/http/admin/request-log-schemas.ts'
import type { SignatureAnswer } from '../../../src/http/admin/signature-check-schemas.ts'
import { send } from '../kit/api.ts'
import { useData } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { exactMoment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Say, say, sayCount } from '../kit/say.tsx'
import { Reading, Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { SignatureResult } from './signature-result.tsx'

/** Explains why a signature does not match, for a request from the log or a pasted one. For owners. */
export function SignatureTab() {
  const { id }: { id?: string } = useSearch({ strict: false })
  return id ? <FromLog key={id} id={id} /> : <ByHand />
}

async function ask(question: object): Promise<SignatureAnswer> {
  return (await send<{ data: SignatureAnswer }>('POST', '/signature-check', question)).data
}

function FromLog({ id }: { id: string }) {
  const request = useData<RequestDetails>(`/requests/${encodeURIComponent(id)}`)
  const navigate = useNavigate()
  return (
    <Section
      title={words.developers.checkRequest}
      text={words.developers.checkText}
      actions={
        <Button
          variant="default"
          onClick={() => void navigate({ to: '/developers/$tab', params: { tab: 'signature' } })}
        >
          {words.developers.checkAnother}
        </Button>
      }
    >
      <Reading query={request}>{(loaded) => <Logged request={loaded} />}</Reading>
    </Section>
  )
}

function Logged({ request }: { request: RequestDetails }) {
  const [body, setBody] = useState('')
  const [answer, setAnswer] = useState<SignatureAnswer | null>(null)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const check = async (pasted?: string) => {
    setBusy(true)
    setError(undefined)
    try {
      setAnswer(await ask({ requestId: request.id, ...(pasted && { body: pasted }) }))
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const checkFirst = useEffectEvent(() => void check())
  useEffect(() => checkFirst(), [])
  const bytes = request.body?.bytes ?? 0
  return (
    <Stack>
      <Text className="open-row">
        <Say
          text={words.developers.requestWithKey}
          values={{
            request: (
              <bdi className="mono">
                {request.method} {request.path}
              </bdi>
            ),
            when: exactMoment(request.at),
            key: request.keyName || request.apiKey,
          }}
        />
      </Text>
      {bytes > 0 && (
        <>
          <Textarea
            label={words.developers.sentBody}
            description={sayCount(words.developers.bytesArrived, bytes)}
            autosize
            minRows={3}
            maxRows={12}
            classNames={{ input: 'mono' }}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Group>
            <Button onClick={() => void check(body)} loading={busy} disabled={body === ''}>
              {words.developers.checkBody}
            </Button>
          </Group>
        </>
      )}
      <Refusal error={error} />
      <div aria-live="polite">{answer && <SignatureResult answer={answer} />}</div>
    </Stack>
  )
}

interface Values extends Record<string, unknown> {
  method: string
  url: string
  body: string
  apiKey: string
}

function ByHand() {
  const keys = useData<ApiKeyAnswer[]>('/api-keys')
  const [answer, setAnswer] = useState<SignatureAnswer | null>(null)
  const { form, submit, busy, problem } = useServerForm<Values>({
    initialValues: { method: 'GET', url: '', body: '', apiKey: '' },
    validate: {
      url: (url) =>
        /^(https?:\/\/[^/?#\s]+)?\/\S*$/.test(url.trim()) ? null : words.developers.wholeAddress,
    },
    save: async ({ method, url, body, apiKey }) => {
      setAnswer(null)
      setAnswer(await ask({ method, url: url.trim(), ...(body && { body }), ...(apiKey && { apiKey }) }))
    },
  })
  return (
    <Section title={words.developers.checkOne} text={words.developers.checkText}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Group align="flex-start">
            <Select
              label={words.developers.method}
              data={['GET', 'POST', 'PUT', 'DELETE']}
              allowDeselect={false}
              w={130}
              key={form.key('method')}
              {...form.getInputProps('method')}
            />
            <Select
              label={words.kit.apiKey}
              placeholder={words.developers.keyInAddress}
              data={(keys.data ?? []).map(({ apiKey, name }) => ({ value: apiKey, label: name }))}
              value={form.values.apiKey || null}
              onChange={(apiKey) => form.setFieldValue('apiKey', apiKey ?? '')}
              error={form.errors.apiKey}
              clearable
              clearButtonProps={{ 'aria-label': say(words.kit.clearField, { field: words.kit.apiKey }) }}
            />
          </Group>
          <Textarea
            label={words.developers.sentAddress}
            description={words.developers.sentAddressHint}
            placeholder={`${location.origin}/apiv2/calendar?apiKey=…&apiSign=…`}
            required
            autosize
            minRows={2}
            maxRows={8}
            classNames={{ input: 'mono' }}
            key={form.key('url')}
            {...form.getInputProps('url')}
          />
          <Textarea
            label={words.developers.body}
            description={words.developers.sentBodyHint}
            autosize
            minRows={3}
            maxRows={12}
            classNames={{ input: 'mono' }}
            key={form.key('body')}
            {...form.getInputProps('body')}
          />
          <Refusal error={problem} />
          <Group>
            <Button type="submit" loading={busy}>
              {words.developers.check}
            </Button>
          </Group>
          <div aria-live="polite">{answer && <SignatureResult answer={answer} />}</div>
        </Stack>
      </form>
      {!answer && (
        <Alert mt="lg" variant="light" color="gray" title={words.developers.howSigned}>
          {words.developers.howSignedText}
        </Alert>
      )}
    </Section>
  )
}
