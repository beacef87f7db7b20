import { PinInput, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../kit/api.ts'

/** Asks for the code of an authenticator only where the service does: at the first refusal that names it. */
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

/** The six digits of an authenticator application. */
export function CodeField({ value, onChange, error }: CodeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box} role="group" aria-label="Code of your authenticator">
      <Text fw={500} size="sm" mb={4}>
        Code of your authenticator
      </Text>
      <PinInput
        length={6}
        type="number"
        oneTimeCode
        value={value}
        onChange={onChange}
        error={Boolean(error)}
      />
      {error && (
        <Text c="bad" size="sm" mt={4}>
          {error}
        </Text>
      )}
    </div>
  )
}
