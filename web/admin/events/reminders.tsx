import { Group, Input, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const UNITS = [
  { value: '', label: words.events.none },
  { value: 'M', label: words.events.minutesBeforeUnit },
  { value: 'H', label: words.events.hoursBeforeUnit },
  { value: 'D', label: words.events.daysBeforeUnit },
]
const DEFAULT_AMOUNTS: Record<string, number> = { M: 15, H: 2, D: 1 }
const MAX_AMOUNT = 9999

/** A reminder: none, or some minutes, hours or days before the start. `value`: such as `15M`, or empty. */
export function Reminder({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  error?: React.ReactNode
}) {
  const unit = value.slice(-1)
  const [empty, setEmpty] = useState(false)
  const type = (amount: number | string) => {
    setEmpty(amount === '')
    onChange(`${Math.min(MAX_AMOUNT, Math.max(0, Math.floor(Number(amount))))}${unit}`)
  }
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap="xs" wrap="nowrap">
        {unit && (
          <NumberInput
            aria-label={say(words.events.howLong, { reminder: label })}
            value={empty ? '' : Number(value.slice(0, -1))}
            onChange={type}
            min={0}
            max={MAX_AMOUNT}
            allowDecimal={false}
            allowNegative={false}
            w={96}
          />
        )}
        <Select
          aria-label={label}
          data={UNITS}
          value={unit}
          allowDeselect={false}
          onChange={(chosen) => {
            setEmpty(false)
            onChange(
              chosen ? `${unit && !empty ? value.slice(0, -1) : DEFAULT_AMOUNTS[chosen]}${chosen}` : '',
            )
          }}
          error={error !== undefined && error !== null}
          flex={1}
        />
      </Group>
    </Input.Wrapper>
  )
}
