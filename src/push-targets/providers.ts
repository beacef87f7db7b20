import type { Config } from '../config.ts'
import { createGoogle } from './google/google.ts'
import type { ProviderName } from './grant.ts'
import type { Provider } from './provider.ts'

/** The providers that the installation has credentials for. */
export type Providers = Partial<Record<ProviderName, Provider>>

export function createProviders({ google }: Config, now: () => number): Providers {
  return { ...(google && { google: createGoogle(google, now) }) }
}
