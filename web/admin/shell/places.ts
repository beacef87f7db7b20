import {
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

export interface Place {
  to: string
  name: string
  /** A description, which the search looks in too. */
  about: string
  Icon: typeof IconCalendar
  /** True if this user may see it; left out if everyone may. */
  isAllowed?: (me: Me) => boolean
}

/**
 * The section of the documentation about a page of the portal. Its anchors are headings of docs/admin-portal.md, named
 * as the places.
 */
export function helpOf(pathname: string): string {
  const places = [...PLACES.slice(1), ...MORE_PLACES, { to: '/profile', name: 'Your profile' }]
  const here = places.find(({ to }) => `${pathname}/`.startsWith(`${to}/`)) ?? PLACES[0]!
  return `/docs/admin-portal#${here.name.toLowerCase().replaceAll(' ', '-')}`
}

/** The places for daily work. */
export const PLACES: Place[] = [
  { to: '/', name: 'Overview', about: 'Numbers, charts and upcoming events', Icon: IconLayoutDashboard },
  { to: '/calendars', name: 'Calendars', about: 'What people can follow', Icon: IconCalendar },
  {
    to: '/events',
    name: 'Events',
    about: 'Fixtures and dates, in a calendar or a table',
    Icon: IconCalendarEvent,
  },
  {
    to: '/changes',
    name: 'Changes',
    about: 'Moved and cancelled events, who has fetched the change, alerts to the others',
    Icon: IconRefresh,
  },
  {
    to: '/import',
    name: 'Import',
    about: 'Events from a calendar file, an address or a table',
    Icon: IconFileImport,
  },
  { to: '/subscribers', name: 'Subscribers', about: 'Who follows your calendars', Icon: IconUsers },
  { to: '/widgets', name: 'Widgets', about: 'Buttons and lists for your website', Icon: IconWindow },
  {
    to: '/developers',
    name: 'Developers',
    about: 'API keys, callbacks, requests, signatures',
    Icon: IconCode,
  },
]

/** Places that users need less often. */
export const MORE_PLACES: Place[] = [
  {
    to: '/accounts',
    name: 'Sub-accounts',
    about: 'Publishers that you manage',
    Icon: IconBuildings,
    isAllowed: (me) => me.partner && me.role === 'owner' && me.publisher.parentId === null,
  },
  {
    to: '/people',
    name: 'People',
    about: 'The people who work here, and what they may do',
    Icon: IconUserCog,
  },
  {
    to: '/audit-log',
    name: 'Audit log',
    about: 'Who changed what',
    Icon: IconHistory,
    isAllowed: (me) => me.role === 'owner',
  },
  { to: '/settings', name: 'Settings', about: 'Name, time zone, colours, feeds', Icon: IconSettings },
]
