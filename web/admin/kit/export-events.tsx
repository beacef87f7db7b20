import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '../words/index.ts'
import { type Params, saveFile } from './api.ts'
import { failed } from './toast.tsx'

const FORMATS = [
  ['ics', words.kit.exportIcs],
  ['csv', words.kit.exportCsv],
] as const

/** Saves the public events that a list finds with these parameters, as a calendar file or a table. */
export function ExportEvents({ params, small }: { params: Params; small?: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = (format: string) => {
    setBusy(true)
    saveFile(`/events.${format}`, params, `events.${format}`)
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant={small ? 'subtle' : 'default'}
          {...(small && { size: 'compact-sm' })}
          loading={busy}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {words.kit.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(([format, name]) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
