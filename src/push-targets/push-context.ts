import type { AppContext } from '../context.ts'
import type { ProviderName } from './grant.ts'
import type { PushPace } from './pace.ts'

/** The parts of the context that turns use. */
export interface PushContext extends Pick<
  AppContext,
  | 'db'
  | 'database'
  | 'feeds'
  | 'feedReads'
  | 'links'
  | 'publicCalendars'
  | 'history'
  | 'providers'
  | 'config'
  | 'now'
  | 'log'
  | 'mailer'
> {
  /** Of each provider that the installation has credentials for. */
  paces: Partial<Record<ProviderName, PushPace>>
  stopping: AbortSignal
}
