import {
  IconBuildings,
  IconCalendar,
  IconCalendarEvent,
  IconCode,
  IconFileImport,
  IconHistory,
  IconLayoutDashboard,
  IconSettings,
  IconUserCog,
  IconUsers,
  IconWindow,
} from '@tabler/icons-react'
import type { Me } from '../kit/session.tsx'

export interface Place {
  to: string
  name: string
  /** What is done there, for the search. */
  about: string
  Icon: typeof IconCalendar
  /** Who sees it; left out: everybody. */
  forWhom?: (me: Me) => boolean
}

/** The seven places of the daily work. */
export const PLACES: Place[] = [
  { to: '/', name: 'Overview', about: 'Numbers, charts and what comes next', Icon: IconLayoutDashboard },
  { to: '/calendars', name: 'Calendars', about: 'What people can follow', Icon: IconCalendar },
  {
    to: '/events',
    name: 'Events',
    about: 'Fixtures and dates, in a calendar or a table',
    Icon: IconCalendarEvent,
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

/** What is looked at now and then. */
export const MORE_PLACES: Place[] = [
  {
    to: '/accounts',
    name: 'Sub-accounts',
    about: 'Publishers of yours',
    Icon: IconBuildings,
    forWhom: (me) => me.partner && me.role === 'owner' && me.publisher.parentId === null,
  },
  { to: '/people', name: 'People', about: 'Who works here, and what they may do', Icon: IconUserCog },
  {
    to: '/audit-log',
    name: 'Audit log',
    about: 'Who changed what',
    Icon: IconHistory,
    forWhom: (me) => me.role === 'owner',
  },
  { to: '/settings', name: 'Settings', about: 'Name, time zone, colours, feeds', Icon: IconSettings },
]
