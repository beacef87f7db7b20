import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertRecord, TellAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { isOpen } from '../kit/alert-words.ts'
import { actingIn, ApiError, send } from '../kit/api.ts'
import { readAgain, useData } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { ago } from '../kit/format.ts'
import { MailFrame } from '../kit/mail-preview.tsx'
import { Section } from '../kit/page.tsx'
import { REACH_MS } from '../kit/reach.tsx'
import { sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Failure, Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { AlertResult } from './alert-result.tsx'

const FRESH_MS = 60_000
/** Older changes are neither counted nor told. */
const COUNTED_MS = 14 * 86_400_000

/** Tells those who have not fetched a change, and shows the alerts of its event since then. */
export function TellPart({ data }: { data: ChangeReach }) {
  const mayAct = useMay('editor')
  const change = data.changes.find(({ ended }) => !ended)
  const alerts = useData<AlertRecord[]>(
    change ? '/alerts' : null,
    { eventId: change?.eventId },
    { everyMs: REACH_MS },
  )
  if (!change || !alerts.data) return null
  const since = alerts.data.filter(({ created }) => created >= change.at)
  if (!mayAct && since.length === 0) return null
  return (
    <Section title={words.changes.tellOthers}>
      <Stack>
        {mayAct && !since.some(isOpen) && <Tell data={data} told={since.map(({ id }) => id).join()} />}
        {since.map((alert) => (
          <Group key={alert.id} align="flex-start" gap="md" wrap="wrap" className="told">
            <Text size="sm" c="dimmed" className="told-when">
              {alert.askedBy ? <bdi>{alert.askedBy}</bdi> : words.changes.aRule} · {ago(alert.created)}
            </Text>
            <AlertResult alert={alert} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

/** `told`: the alerts so far; after another one the count is another. */
function Tell({ data, told }: { data: ChangeReach; told: string }) {
  const path = `/changes/${data.revision}/tell?calendarId=${encodeURIComponent(data.calendarId)}`
  const [asking, setAsking] = useState(false)
  const dry = useQuery({
    queryKey: [actingIn() ?? 0, path, told],
    queryFn: async () => (await send<TellAnswer>('POST', path, { dryRun: true })).data,
    staleTime: FRESH_MS,
    retry: false,
  })
  if (dry.error instanceof ApiError && dry.error.status === 403)
    return <Text c="dimmed">{refusalText(data, dry.error)}</Text>
  if (dry.error) return <Failure error={dry.error} again={() => void dry.refetch()} />
  if (dry.data?.people === 0)
    return (
      <Text c="dimmed" maw="70ch">
        {words.changes.nobodyToTell}
      </Text>
    )
  const people = dry.data?.people ?? 0
  return (
    <>
      <Text maw="70ch">{words.changes.tellText}</Text>
      <div>
        <Button
          loading={!dry.data}
          onClick={() => {
            setAsking(true)
            void dry.refetch()
          }}
        >
          {sayCount(words.changes.tellTheOther, people)}
        </Button>
      </div>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={sayCount(words.changes.askTell, people)}
        size="lg"
      >
        {dry.data && <TellDialog tried={dry.data} path={path} onClose={() => setAsking(false)} />}
      </Dialog>
    </>
  )
}

interface DialogProps {
  tried: TellAnswer['data']
  path: string
  onClose: () => void
}

function TellDialog({ tried: { people, mail }, path, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const tell = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await send('POST', path, { dryRun: false })
      onClose()
      done(sayCount(words.changes.toldNow, people))
      await readAgain('/alerts', '/changes')
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Stack>
      <Text>{sayCount(words.changes.mailGoesTo, people)}</Text>
      <MailFrame mail={mail} />
      <div className="tell-actions">
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button loading={busy} onClick={() => void tell()}>
            {words.changes.tellNow}
          </Button>
        </DialogButtons>
      </div>
    </Stack>
  )
}

function refusalText({ changes }: ChangeReach, error: ApiError): string {
  const many = changes.length > 1
  const now = Date.now()
  const begun = changes.every(({ startBefore, startAfter }) =>
    [startBefore, startAfter].every((start) => start === null || Date.parse(start) <= now),
  )
  if (begun) return many ? words.changes.begunMany : words.changes.begunOne
  if (changes.every(({ kinds }) => kinds.every((kind) => kind === 'text'))) return words.changes.onlyDetails
  if (Date.parse(changes[0]!.at) < now - COUNTED_MS) return words.changes.tooOld
  return `${error.message}.`
}
