import { Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

interface LogoFieldProps {
  label: string
  description: string
  readOnly: boolean
  error?: React.ReactNode
  value?: string
}

/** The address of an image, with a preview. */
export function LogoField({ label, description, readOnly, ...input }: LogoFieldProps) {
  const [settled] = useDebouncedValue(input.error ? '' : (input.value ?? ''), 400)
  const [broken, setBroken] = useState('')
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        placeholder="https://"
        type="url"
        flex={1}
        miw={0}
        readOnly={readOnly}
        {...input}
      />
      <span className="settings-logo">
        {settled && broken !== settled ? (
          <img
            src={settled}
            alt={`Preview: ${label}`}
            referrerPolicy="no-referrer"
            onError={() => setBroken(settled)}
          />
        ) : (
          <span>{settled ? 'No image' : 'None'}</span>
        )}
      </span>
    </Group>
  )
}
