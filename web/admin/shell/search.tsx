import '@mantine/spotlight/styles.css'
import { Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconCalendar, IconCalendarEvent, IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useList } from '../kit/data.ts'
import { useMe } from '../kit/session.tsx'
import { MORE_PLACES, PLACES } from './places.ts'

const [store, spotlight] = createSpotlight()

export const openSearch = spotlight.open

/** The least number of letters that the service is asked with. */
const MIN_LETTERS = 2
const FEW = { limit: 5 }

/** Finds places, calendars, events and subscribers by name. Opens when it is first rendered. */
export function Search() {
  const me = useMe()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const asked = q.length >= MIN_LETTERS
  const calendars = useList<{ id: string; name: string }>(asked ? '/calendars' : null, { q, ...FEW })
  const events = useList<{ id: string; name: string; startDate: string }>(asked ? '/events' : null, {
    q,
    ...FEW,
  })
  const subscribers = useList<{ id: string; email: string }>(asked ? '/subscribers' : null, { q, ...FEW })
  const lists = [calendars, events, subscribers]
  /** The current rows belong to an earlier text. */
  const stale = q !== text || lists.some((list) => list.isPlaceholderData)
  const searching = text.length >= MIN_LETTERS && (stale || lists.some((list) => list.isPending))
  useEffect(() => spotlight.open(), [])

  const places = [...PLACES, ...MORE_PLACES]
    .filter(({ isAllowed }) => isAllowed?.(me) ?? true)
    .filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(text.toLowerCase()))
  const groups = [
    { label: 'Places', actions: places.map(({ to, name, about, Icon }) => ({ to, name, about, Icon })) },
    {
      label: 'Calendars',
      actions: matching(calendars.rows, ({ name }) => name).map(({ id, name }) => ({
        to: `/calendars/${id}`,
        name,
        Icon: IconCalendar,
      })),
    },
    {
      label: 'Events',
      actions: matching(events.rows, ({ name }) => name).map(({ id, name, startDate }) => ({
        ...{ to: `/events/${id}`, name, about: startDate, Icon: IconCalendarEvent },
      })),
    },
    {
      label: 'Subscribers',
      actions: matching(subscribers.rows, ({ email }) => email).map(({ id, email }) => ({
        to: `/subscribers/${id}`,
        name: email,
        Icon: IconUser,
      })),
    },
  ].filter(({ actions }) => actions.length > 0)

  const shown = groups.flatMap(({ actions }) => actions.map(({ to }) => to)).join()
  useEffect(() => {
    if (text !== '') selectFirst()
  }, [shown, text])

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
        <Modal.Title>Search</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder="A place, calendar, event or subscriber"
        aria-label="Search"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, actions }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {actions.map(({ to, name, Icon, ...rest }) => (
              <Spotlight.Action
                key={to}
                label={name}
                description={'about' in rest ? (rest.about as string) : undefined}
                leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{searching ? 'Searching…' : 'Nothing matches.'}</Spotlight.Empty>
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
