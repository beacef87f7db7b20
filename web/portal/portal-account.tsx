import { useEffect, useRef, useState } from 'preact/hooks'
import type { NewDevice } from '../../src/http/devices.ts'
import type { PublisherLook } from '../../src/http/widget/answers.ts'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { CopyField } from '../shared/components/copy-field.tsx'
import { TextField } from '../shared/components/field.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { QrCode } from '../shared/components/qr-code.tsx'
import { words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

/** Accepted by the service. */
const MAX_LENGTH = 60

interface AccountScreenProps {
  publisher: PublisherLook
  path: string
  onBack: () => void
}

/** Adds the calendars as a CalDAV account: first a password for the device, then how to use it there. */
export function AccountScreen({ publisher, path, onBack }: AccountScreenProps) {
  const { account } = words
  const [device, setDevice] = useState<NewDevice>()
  return (
    <Screen publisher={publisher} title={account.title} onBack={onBack}>
      {device ? (
        <AccountOf device={device} path={path} />
      ) : (
        <>
          <p class="lead">{account.text}</p>
          <p class="soft">{account.beta}</p>
          <NewPassword path={path} onMade={setDevice} />
        </>
      )}
    </Screen>
  )
}

function NewPassword({ path, onMade }: { path: string; onMade: (device: NewDevice) => void }) {
  const { account, common, portal, subscribe } = words
  const [name, setName] = useState('')
  const { busy, problem, run } = useAction<{ data: NewDevice }>(`${path}/devices`)
  const form = useRef<HTMLFormElement>(null)
  const isRefused = problem?.kind === 'fields'
  useEffect(() => {
    if (isRefused) form.current!.querySelector('input')!.focus()
  }, [isRefused])
  const make = async () => {
    const made = await run({ name: name.trim() })
    if (made) onMade(made.data)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <TextField
        label={account.device}
        name="name"
        required
        dir="auto"
        maxlength={MAX_LENGTH}
        autocomplete="off"
        hint={account.hint}
        value={name}
        error={isRefused ? subscribe.notAccepted : undefined}
        onInput={setName}
      />
      {!isRefused && <ProblemNotice problem={problem} refused={portal.freshOver} />}
      <div class="action">
        <div class="buttons">
          <Button kind="main" type="submit" busy={busy}>
            {busy ? common.oneMoment : account.make}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The ways to add the account, with the password that is not shown again. */
function AccountOf({ device, path }: { device: NewDevice; path: string }) {
  const { account } = words
  const { number, server, userName, password, davx5 } = device
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <div ref={first} tabIndex={-1}>
        <Notice kind="ok">{account.made}</Notice>
      </div>
      <section class="part">
        <h2>{account.apple}</h2>
        <p>{account.appleText}</p>
        <LinkButton href={`${path}/devices/${number}/account.mobileconfig`}>{account.profile}</LinkButton>
      </section>
      <section class="part">
        <h2>{account.android}</h2>
        <p>{account.androidText}</p>
        <QrCode text={davx5} label={account.code} />
        <LinkButton href={davx5}>{account.davx5}</LinkButton>
      </section>
      <section class="part account-fields">
        <h2>{account.other}</h2>
        <p>{account.otherText}</p>
        <CopyField kind="plain" copyLabel={account.copy} label={account.server} value={server} />
        <CopyField kind="plain" copyLabel={account.copy} label={account.userName} value={userName} />
        <CopyField kind="plain" copyLabel={account.copy} label={account.password} value={password} />
        {/* For whoever types it: the field shows only its beginning. */}
        <p class="soft" dir="ltr" translate={false}>
          {password}
        </p>
      </section>
    </>
  )
}
