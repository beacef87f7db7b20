import type { Words } from '../index.ts'
import { accounts } from './accounts.ts'
import { auditLog } from './audit-log.ts'
import { calendars } from './calendars.ts'
import { changes } from './changes.ts'
import { developers } from './developers.ts'
import { entry } from './entry.ts'
import { events } from './events.ts'
import { google } from './google.ts'
import { imports } from './import.ts'
import { kit } from './kit.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { providers } from './providers.ts'
import { reasons } from './reasons.ts'
import { refusals } from './refusals.ts'
import { seen } from './seen.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signatures } from './signatures.ts'
import { sources } from './sources.ts'
import { subscribers } from './subscribers.ts'
import { widgets } from './widgets.ts'

export const de: Words = {
  kit,
  shell,
  entry,
  accounts,
  auditLog,
  calendars,
  changes,
  developers,
  events,
  google,
  imports,
  overview,
  people,
  profile,
  providers,
  reasons,
  refusals,
  seen,
  signatures,
  settings,
  sources,
  subscribers,
  widgets,
}
