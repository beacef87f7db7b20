import type { Config } from '../config.ts'
import { createGoogle } from './google/google.ts'
import { PROVIDER_NAMES, type ProviderName } from './grant.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'
import type { MirrorProvider, Provider } from './provider.ts'

/** The providers that the installation has credentials for. */
export type Providers = Partial<Record<ProviderName, Provider>> & { google?: MirrorProvider }

export function createProviders({ google, microsoft }: Config, now: () => number): Providers {
  return {
    ...(google && { google: createGoogle(google, now) }),
    ...(microsoft && { microsoft: createMicrosoft(microsoft, now) }),
  }
}

/** Names the providers in whose accounts subscribers may have a calendar written. */
export function providersOf({ providers }: { providers: Providers }): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => providers[name] !== undefined)
}
