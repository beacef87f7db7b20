import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ApiError } from './kit/api.ts'
import { client } from './kit/data.ts'
import { readMe } from './kit/session.tsx'
import { Broken, Missing } from './shell/broken.tsx'
import { Pending } from './shell/pending.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Broken })

/** Pages for users who are not signed in. */
const entry = [
  page('/sign-in', () => import('./entry/sign-in-page.tsx'), 'SignInPage'),
  page('/set-up', () => import('./entry/set-up-page.tsx'), 'SetUpPage'),
  page('/invitation', () => import('./entry/invitation-page.tsx'), 'InvitationPage'),
  page('/reset', () => import('./entry/reset-page.tsx'), 'ResetPage'),
]

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await client.ensureQueryData({ queryKey: ['me'], queryFn: readMe, revalidateIfStale: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- how this router redirects
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  errorComponent: Broken,
})

const places = [
  place('/', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
  place('/calendars', () => import('./calendars/calendars-page.tsx'), 'CalendarsPage'),
  place('/calendars/categories', () => import('./calendars/categories-page.tsx'), 'CategoriesPage'),
  place('/calendars/new', () => import('./calendars/calendar-page.tsx'), 'NewCalendarPage'),
  place('/calendars/$id', () => import('./calendars/calendar-page.tsx'), 'CalendarPage'),
  place('/events', () => import('./events/events-page.tsx'), 'EventsPage'),
  place('/events/new', () => import('./events/event-page.tsx'), 'NewEventPage'),
  place('/events/$id', () => import('./events/event-page.tsx'), 'EventPage'),
  place('/changes', () => import('./changes/changes-page.tsx'), 'ChangesPage'),
  place('/changes/alerts', () => import('./changes/alerts-page.tsx'), 'AlertsPage'),
  place('/changes/$revision/$calendar', () => import('./changes/change-page.tsx'), 'ChangePage'),
  place('/import', () => import('./import/import-page.tsx'), 'ImportPage'),
  place('/import/sources/$id', () => import('./sources/source-page.tsx'), 'SourcePage'),
  place('/subscribers', () => import('./subscribers/subscribers-page.tsx'), 'SubscribersPage'),
  place('/subscribers/$id', () => import('./subscribers/subscriber-page.tsx'), 'SubscriberPage'),
  place('/widgets', () => import('./widgets/widgets-page.tsx'), 'WidgetsPage'),
  place('/widgets/$id', () => import('./widgets/widget-page.tsx'), 'WidgetPage'),
  place('/developers', () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  place('/developers/$tab', () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  place('/developers/callbacks/$id', () => import('./developers/callback-page.tsx'), 'CallbackPage'),
  place('/accounts', () => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  place('/accounts/new', () => import('./accounts/new-account-page.tsx'), 'NewAccountPage'),
  place('/accounts/$id', () => import('./accounts/account-page.tsx'), 'AccountPage'),
  place('/people', () => import('./people/people-page.tsx'), 'PeoplePage'),
  place('/profile', () => import('./profile/profile-page.tsx'), 'ProfilePage'),
  place('/audit-log', () => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  place('/google', () => import('./google/google-page.tsx'), 'GooglePage'),
  place('/settings', () => import('./settings/settings-page.tsx'), 'SettingsPage'),
]

/** A page outside the shell, loaded when it is needed. */
function page<T extends Record<string, unknown>>(
  path: string,
  load: () => Promise<T>,
  name: keyof T & string,
) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(online(load), name) })
}

/** A page within the shell, loaded when it is needed. */
function place<T extends Record<string, unknown>>(
  path: string,
  load: () => Promise<T>,
  name: keyof T & string,
) {
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(online(load), name),
  })
}

/** Waits for a connection before it loads: some browsers never retry a module that failed to load. */
function online<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    if (!navigator.onLine) await new Promise((done) => addEventListener('online', done, { once: true }))
    return load()
  }
}

/**
 * The routes of the admin portal. Query values are plain text instead
 * of JSON, so that users can write links by hand.
 */
export const router = createRouter({
  routeTree: root.addChildren([...entry, inside.addChildren(places)]),
  basepath: '/admin',
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  scrollRestoration: true,
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>).toString()
    return query && `?${query}`
  },
})
