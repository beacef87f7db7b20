import { Select, type SelectProps } from '@mantine/core'
import { words } from '../words/index.ts'

/** Names that Intl accepts but does not list. */
const UNLISTED = ['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Nuuk', 'Asia/Yangon']
const ZONES = [...new Set([...UNLISTED, ...Intl.supportedValuesOf('timeZone')])].sort()

/** The browser's time zone. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A searchable list of time zones. It includes the current value even if Intl does not list it. */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { value } = props
  const data = value && !ZONES.includes(value) ? [value, ...ZONES] : ZONES
  return (
    <Select
      {...props}
      data={data}
      searchable
      limit={100}
      nothingFoundMessage={words.kit.noZone}
      filter={({ options, search, limit }) =>
        options.filter((option) => 'label' in option && isMatch(option.label, search)).slice(0, limit)
      }
    />
  )
}

function isMatch(zone: string, search: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ')
  return plain(zone).includes(plain(search.trim()))
}
