import { newWorld as everythingOf, type World } from '../../test/support/admin-requests.ts'
import { startTestApp, type TestApp, type TestOptions } from '../../test/support/test-app.ts'

/** The service with a clock that goes on with each look at it, so that no limit of requests is met. */
export function openApp(options: TestOptions = {}): Promise<TestApp> {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  const config: TestOptions['config'] = (read) => ({ ...read, http: { ...read.http, trustedProxies: 1 } })
  return startTestApp('sqlite', { config, now: () => (clock += 300), ...options })
}

export { everythingOf, type World }
