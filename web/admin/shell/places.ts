import {
  IconBrandGoogle,
  IconBuildings,
  IconCalendar,
  IconCalendarEvent,
  IconCode,
  IconFileImport,
  IconHistory,
  IconLayoutDashboard,
  IconRefresh,
  IconSettings,
  IconUserCog,
  IconUsers,
  IconWindow,
} from '@tabler/icons-react'
import type { Me } from '../kit/session.tsx'
import { words } from '../words/index.ts'

export interface Place {
  to: string
  name: string
  /** The anchor of its section in docs/admin-portal.md, whose headings are in English. */
  help: string
  /** A description, which the search looks in too. */
  about: string
  Icon: typeof IconCalendar
  /** True if this user may see it; left out if everyone may. */
  isAllowed?: (me: Me) => boolean
}

/** The address of the section of the documentation about a page of the portal. */
export function helpOf(pathname: string): string {
  const places = [...PLACES.slice(1), ...MORE_PLACES, { to: '/profile', help: 'your-profile' }]
  const here = places.find(({ to }) => `${pathname}/`.startsWith(`${to}/`)) ?? PLACES[0]!
  return `/docs/admin-portal#${here.help}`
}

/** The places for daily work. */
export const PLACES: Place[] = [
  {
    to: '/',
    help: 'overview',
    name: words.shell.overview,
    about: words.shell.overviewAbout,
    Icon: IconLayoutDashboard,
  },
  {
    to: '/calendars',
    help: 'calendars',
    name: words.shell.calendars,
    about: words.shell.calendarsAbout,
    Icon: IconCalendar,
  },
  {
    to: '/events',
    help: 'events',
    name: words.shell.events,
    about: words.shell.eventsAbout,
    Icon: IconCalendarEvent,
  },
  {
    to: '/changes',
    help: 'changes',
    name: words.shell.changes,
    about: words.shell.changesAbout,
    Icon: IconRefresh,
  },
  {
    to: '/import',
    help: 'import',
    name: words.shell.import,
    about: words.shell.importAbout,
    Icon: IconFileImport,
  },
  {
    to: '/subscribers',
    help: 'subscribers',
    name: words.shell.subscribers,
    about: words.shell.subscribersAbout,
    Icon: IconUsers,
  },
  {
    to: '/widgets',
    help: 'widgets',
    name: words.shell.widgets,
    about: words.shell.widgetsAbout,
    Icon: IconWindow,
  },
  {
    to: '/developers',
    help: 'developers',
    name: words.shell.developers,
    about: words.shell.developersAbout,
    Icon: IconCode,
  },
]

/** Places that users need less often. */
export const MORE_PLACES: Place[] = [
  {
    to: '/accounts',
    help: 'sub-accounts',
    name: words.shell.accounts,
    about: words.shell.accountsAbout,
    Icon: IconBuildings,
    isAllowed: (me) => me.partner && me.role === 'owner' && me.publisher.parentId === null,
  },
  {
    to: '/people',
    help: 'people',
    name: words.shell.people,
    about: words.shell.peopleAbout,
    Icon: IconUserCog,
  },
  {
    to: '/audit-log',
    help: 'audit-log',
    name: words.shell.auditLog,
    about: words.shell.auditLogAbout,
    Icon: IconHistory,
    isAllowed: (me) => me.role === 'owner',
  },
  {
    to: '/google',
    help: 'google-calendar',
    name: words.shell.google,
    about: words.shell.googleAbout,
    Icon: IconBrandGoogle,
    isAllowed: (me) => me.google,
  },
  {
    to: '/settings',
    help: 'settings',
    name: words.shell.settings,
    about: words.shell.settingsAbout,
    Icon: IconSettings,
  },
]
