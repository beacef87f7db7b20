import { Box } from '@mantine/core'
import { locale } from './format.ts'

const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
const [WEEKDAY, DAY, MONTH] = [part({ weekday: 'short' }), part({ day: 'numeric' }), part({ month: 'short' })]

/** A date as a small calendar leaf. `date`: `YYYY-MM-DD`. */
export function Leaf({ date }: { date: string }) {
  const at = new Date(`${date}T12:00`)
  return (
    <Box component="time" className="leaf" dateTime={date}>
      <span>{WEEKDAY.format(at)}</span>
      <b>{DAY.format(at)}</b>
      <span>{MONTH.format(at)}</span>
    </Box>
  )
}
