import { words } from '../words/index.ts'
import { type Params, saveFile } from './api.ts'
import type { SavedColumn } from './save-list.ts'
import { SaveMenu, useSavedTables } from './save-menu.tsx'

/** The headings stay as they are, so that an import reads the table in every language. */
const COLUMNS: Record<string, SavedColumn> = {
  'Start date': { kind: 'day' },
  'Start time': { kind: 'time' },
  'End date': { kind: 'day' },
  'End time': { kind: 'time' },
}

/** Saves the public events that a list finds with these parameters, as a calendar file or a table. */
export function ExportEvents({ params, small = false }: { params: Params; small?: boolean }) {
  const tables = useSavedTables('/events.csv', params, COLUMNS)
  const calendar = () => saveFile('/events.ics', params, 'events.ics')
  return <SaveMenu small={small} files={[[words.kit.exportIcs, calendar], ...tables]} />
}
