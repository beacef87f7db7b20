import { Anchor, PinInput, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../kit/api.ts'
import { words } from '../words/index.ts'

/** Asks for an authenticator code only after the service has refused a request for lack of one. */
export function useSecondStep() {
  const [asked, setAsked] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (asked || !(error instanceof ApiError) || error.fields.totp === undefined) throw error
      setAsked(true)
    }
  }
  return { asked, attempt }
}

interface CodeProps {
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
}

/** The six digits of an authenticator application, or a backup code instead. */
export function CodeField({ value, onChange, error }: CodeProps) {
  const [backup, setBackup] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // Without an id, PinInput generates one after mounting and renders its fields again, which loses the focus.
  const id = useId()
  useEffect(() => box.current?.querySelector('input')?.focus(), [backup])
  const label = backup ? words.entry.backupLabel : words.entry.codeLabel
  const change = () => {
    onChange('')
    setBackup(!backup)
  }
  return (
    <div ref={box} role="group" aria-label={label}>
      <Text fw={500} size="sm" mb={4}>
        {label}
      </Text>
      {backup ? (
        <TextInput
          aria-label={label}
          placeholder="abcde-fghjk"
          autoComplete="off"
          maxLength={20}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={Boolean(error)}
        />
      ) : (
        <PinInput
          id={id}
          length={6}
          type="number"
          oneTimeCode
          value={value}
          onChange={onChange}
          error={Boolean(error)}
        />
      )}
      {error && (
        <Text c="bad" size="sm" mt={4}>
          {error}
        </Text>
      )}
      <Anchor component="button" type="button" size="sm" mt={4} onClick={change}>
        {backup ? words.entry.useAuthenticator : words.entry.useBackup}
      </Anchor>
    </div>
  )
}
