import type { Words } from '../index.ts'
import { accounts } from './accounts.ts'
import { calendars } from './calendars.ts'
import { entry } from './entry.ts'
import { kit } from './kit.ts'
import { overview } from './overview.ts'
import { shell } from './shell.ts'

export const de: Words = { kit, shell, entry, accounts, calendars, overview }
