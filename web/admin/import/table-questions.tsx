import { Group, Radio, Select } from '@mantine/core'
import { locale } from '../kit/format.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const texts = words.imports

const LENGTHS = [30, 45, 60, 75, 90, 105, 120, 150, 180, 240]

/** A question that has to be answered before the table can be read. */
export function ChoiceQuestion<Value extends string>({
  label,
  description,
  options,
  value,
  onChange,
  asked,
}: {
  label: string
  description: string
  options: [value: Value, name: string][]
  value: Value | null
  onChange: (value: Value) => void
  /** True once it was tried to go on. */
  asked: boolean
}) {
  return (
    <Radio.Group
      label={label}
      description={description}
      value={value}
      onChange={(chosen) => onChange(chosen)}
      error={asked && value === null ? texts.chooseOne : undefined}
    >
      <Group mt="xs">
        {options.map(([option, name]) => (
          <Radio key={option} value={option} label={name} />
        ))}
      </Group>
    </Radio.Group>
  )
}

/** Asks how long events without an end are. */
export function LengthQuestion({
  rows,
  minutes,
  onChange,
}: {
  /** Rows of the table without an end. */
  rows: number
  minutes: number | null
  onChange: (minutes: number | null) => void
}) {
  return (
    <Select
      label={texts.askLength}
      description={rows > 0 ? sayCount(texts.askLengthRows, rows) : texts.askLengthText}
      data={LENGTHS.map((length) => ({ value: String(length), label: lengthText(length) }))}
      value={minutes === null ? null : String(minutes)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      placeholder={texts.areErrors}
      clearable
      clearButtonProps={{ 'aria-label': texts.noLength }}
      maw={420}
    />
  )
}

/** `1 hour 30 minutes` */
function lengthText(minutes: number): string {
  const hours = unitText(Math.floor(minutes / 60), 'hour')
  const rest = unitText(minutes % 60, 'minute')
  return hours && rest ? say(texts.hoursAndMinutes, { hours, minutes: rest }) : hours || rest
}

function unitText(value: number, unit: 'hour' | 'minute'): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return value > 0 ? format.format(value) : ''
}
