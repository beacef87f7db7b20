import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '../words/index.ts'
import type { Params } from './api.ts'
import { type SavedColumn, saveList } from './save-list.ts'
import type { TableFormat } from './save-table.ts'
import { useMe } from './session.tsx'
import { failed } from './toast.tsx'

interface SaveMenuProps {
  label?: string
  small?: boolean
  /** The files that can be saved: their names and what saves them. */
  files: [name: string, save: () => Promise<void>][]
}

/** A button with a menu of the kinds of files that something can be saved as. */
export function SaveMenu({ label = words.kit.export, small, files }: SaveMenuProps) {
  const [busy, setBusy] = useState(false)
  const run = (save: () => Promise<void>) => {
    setBusy(true)
    save()
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
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([name, save]) => (
          <Menu.Item key={name} onClick={() => run(save)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The names of the kinds of tables. */
export const TABLES: [TableFormat, string][] = [
  ['csv', words.kit.exportCsv],
  ['xlsx', words.kit.exportXlsx],
]

/** Returns the files of `SaveMenu` for a list that the service gives as CSV at `path`. */
export function useSavedTables(
  path: string,
  params: Params,
  columns: Record<string, SavedColumn>,
): SaveMenuProps['files'] {
  const { publisher } = useMe()
  const name = path.split('/').at(-1)!.replace('.csv', '')
  const list = { path, params, name, columns, zone: publisher.timezone }
  return TABLES.map(([format, title]) => [title, () => saveList(list, format)])
}
