import { accounts } from './accounts.ts'
import { calendars } from './calendars.ts'
import { entry } from './entry.ts'
import { kit } from './kit.ts'
import { overview } from './overview.ts'
import { shell } from './shell.ts'

/** English. The other catalogues have the same keys. */
export const en = { kit, shell, entry, accounts, calendars, overview }
