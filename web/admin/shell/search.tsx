import '@mantine/spotlight/styles.css'
import { Modal, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconCalendar,
  IconCalendarEvent,
  IconFileImport,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { EventsAnswer } from '../../../src/http/admin/events-schemas.ts'
import type { ListedSubscriber } from '../../../src/http/admin/subscribers-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { useList } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { useMay, useMe } from '../kit/session.tsx'
import { words } from '../words/index.ts'
import { MORE_PLACES, PLACES } from './places.ts'

const [store, spotlight] = createSpotlight()

const RESULTS = 'search-results'

export const openSearch = spotlight.open

/** The least number of letters that the service is asked with. */
const MIN_LETTERS = 2
const SOME = { limit: 8 }
const FEW = { limit: 4 }

type FoundEvent = EventsAnswer['data'][number]

interface Found {
  /** Unlike all others. */
  key: string
  name: string
  about?: string | undefined
  Icon: typeof IconCalendar
  open: () => void
}

/** Finds actions, places, calendars, events and subscribers. Opens when it is first rendered. */
export function Search() {
  const me = useMe()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const asked = q.length >= MIN_LETTERS
  const today = localDay(new Date())
  const calendars = useList<{ id: string; name: string }>(asked ? '/calendars' : null, { q, ...SOME })
  const next = useList<FoundEvent>(asked ? '/events' : null, { q, from: today, ...SOME })
  const past = useList<FoundEvent>(asked ? '/events' : null, { q, to: today, sort: '-start', ...FEW })
  const subscribers = useList<ListedSubscriber>(asked ? '/subscribers' : null, { q, ...SOME })
  const names = useCalendarNames()
  const lists = [calendars, next, past, subscribers]
  /** The current rows belong to an earlier text. */
  const stale = q !== text || lists.some((list) => list.isPlaceholderData)
  const searching = text.length >= MIN_LETTERS && (stale || lists.some((list) => list.isPending))
  useEffect(() => spotlight.open(), [])

  const going = (to: string) => () => void navigate({ to })
  const has = (...texts: string[]) => texts.join(' ').toLowerCase().includes(text.toLowerCase())
  const actions = useActions().filter(({ name, about = '' }) => has(name, about))
  const places = [...PLACES, ...MORE_PLACES]
    .filter(({ isAllowed }) => isAllowed?.(me) ?? true)
    .filter(({ name, about }) => has(name, about))
    .map(({ to, name, about, Icon }): Found => ({ key: to, name, about, Icon, open: going(to) }))
  const eventFound = ({ id, name, startDate, calendarId }: FoundEvent): Found => ({
    key: `/events/${id}`,
    name,
    about: `${day(startDate)} · ${names.nameOf(calendarId)}`,
    Icon: IconCalendarEvent,
    open: going(`/events/${id}`),
  })
  const nextIds = new Set(next.rows.map(({ id }) => id))
  const groups: { label: string; found: Found[] }[] = [
    { label: words.shell.places, found: places },
    { label: words.kit.actions, found: actions },
    {
      label: words.shell.calendars,
      found: matching(calendars.rows, ({ name }) => name).map(({ id, name }) => ({
        ...{ key: `/calendars/${id}`, name, Icon: IconCalendar, open: going(`/calendars/${id}`) },
      })),
    },
    { label: words.shell.nextEvents, found: matching(next.rows, ({ name }) => name).map(eventFound) },
    {
      label: words.shell.pastEvents,
      found: matching(past.rows, ({ name }) => name)
        .filter(({ id }) => !nextIds.has(id))
        .map(eventFound),
    },
    {
      label: words.shell.subscribers,
      found: matching(subscribers.rows, ({ name, email }) => `${name} ${email}`).map(
        ({ id, name, email }) => ({
          ...{ key: `/subscribers/${id}`, name: name || email, about: name ? email : undefined },
          ...{ Icon: IconUser, open: going(`/subscribers/${id}`) },
        }),
      ),
    },
  ].filter(({ found }) => found.length > 0)

  const shown = groups.flatMap(({ found }) => found.map(({ key }) => key)).join()
  useEffect(() => {
    if (text !== '') selectFirst()
  }, [shown, text])
  const field = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<HTMLElement | null>(null)
  useEffect(() => (list ? tellSelection(list, field) : undefined), [list])

  /** Rows of an earlier text stay while they match the new one, so that Enter never opens a wrong result. */
  function matching<Row>(rows: Row[], nameOf: (row: Row) => string): Row[] {
    if (!asked) return []
    return stale ? rows.filter((row) => nameOf(row).toLowerCase().includes(text.toLowerCase())) : rows
  }

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      closeOnActionTrigger
      transitionProps={{ duration: 100 }}
    >
      <VisuallyHidden>
        <Modal.Title>{words.kit.search}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        ref={field}
        placeholder={words.shell.searchHint}
        aria-label={words.kit.search}
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={RESULTS}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <div id={RESULTS} role="listbox" aria-label={words.shell.results} ref={setList}>
          {groups.map(({ label, found }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {found.map(({ key, name, about, Icon, open }) => (
                <Spotlight.Action
                  key={key}
                  role="option"
                  aria-selected="false"
                  label={name}
                  description={about}
                  leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
                  onClick={open}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </div>
        {groups.length === 0 && (
          <Spotlight.Empty>{searching ? words.shell.searching : words.shell.nothingMatches}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/**
 * Selects the first action, unless one is selected. Spotlight does this on typing, before the service has
 * returned any rows; and it remembers an index, which changes when rows are added above.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId)
  const actions = [...(list?.querySelectorAll('[data-action]') ?? [])]
  const chosen = actions.findIndex((action) => action.hasAttribute('data-selected'))
  const selected = Math.max(chosen, 0)
  actions[selected]?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected }))
}

/** The most frequent actions, by name. Each needs the right to do it. */
function useActions(): Found[] {
  const navigate = useNavigate()
  const mayChange = useMay('editor')
  const mayInvite = useMay('owner')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const opening =
    (to: string, search = {}) =>
    () =>
      void navigate({ to, search: search })
  return [
    ...(mayChange
      ? [
          { key: 'event', name: words.shell.newEvent, Icon: IconPlus, open: opening('/events/new') },
          { key: 'calendar', name: words.shell.newCalendar, Icon: IconPlus, open: opening('/calendars/new') },
          { key: 'import', name: words.shell.importEvents, Icon: IconFileImport, open: opening('/import') },
        ]
      : []),
    ...(mayInvite
      ? [
          {
            key: 'invite',
            name: words.shell.invite,
            Icon: IconUserPlus,
            open: opening('/people', { invite: '1' }),
          },
        ]
      : []),
    isDark
      ? { key: 'light', name: words.shell.lightColors, Icon: IconSun, open: () => setColorScheme('light') }
      : { key: 'dark', name: words.shell.darkColors, Icon: IconMoon, open: () => setColorScheme('dark') },
  ]
}

/** The day of the viewer, as YYYY-MM-DD. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Tells screen readers which result is selected. Spotlight marks it by an attribute of its own. Returns the end. */
function tellSelection(list: HTMLElement, field: RefObject<HTMLInputElement | null>): () => void {
  const tell = () => {
    for (const [index, option] of list.querySelectorAll('[role=option]').entries()) {
      // Spotlight takes no ids of its actions.
      option.id = `${RESULTS}-${index}`
      option.setAttribute('aria-selected', String(option.hasAttribute('data-selected')))
    }
    const selected = list.querySelector('[role=option][data-selected]')
    if (selected) field.current?.setAttribute('aria-activedescendant', selected.id)
    else field.current?.removeAttribute('aria-activedescendant')
  }
  const observer = new MutationObserver(tell)
  observer.observe(list, {
    attributes: true,
    attributeFilter: ['data-selected'],
    childList: true,
    subtree: true,
  })
  tell()
  return () => observer.disconnect()
}
