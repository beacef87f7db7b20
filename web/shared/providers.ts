import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import type { Application } from './applications.ts'
import { words } from './page.ts'

/** A provider into whose accounts the service writes calendars. */
export type ProviderName = WidgetConfig['providers'][number]

/** Returns how pages call a provider and the application that shows its calendars. For `say`. */
export function namesOf(provider: ProviderName): { provider: string; application: string } {
  return provider === 'google'
    ? { provider: 'Google', application: words.applications.google }
    : { provider: 'Microsoft', application: 'Outlook' }
}

/** Returns the provider of an application that shows a calendar in somebody's account; undefined: it reads a feed. */
export function providerOf(application: Application): ProviderName | undefined {
  if (application === 'googleSeconds') return 'google'
  return application === 'outlookSeconds' ? 'microsoft' : undefined
}
