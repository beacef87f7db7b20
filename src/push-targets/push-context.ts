import type { AppContext } from '../context.ts'
import type { PushPace } from './pace.ts'
import type { Provider } from './provider.ts'

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
  /** Returns the pace of a provider's client. */
  paceOf: (provider: Provider) => PushPace
  stopping: AbortSignal
}
