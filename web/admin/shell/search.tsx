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

/** So many letters before the service is asked. */
const ENOUGH = 2
const FEW = { limit: 5 }

/** Finds places, calendars, events and subscribers by name. Opens itself when it is first shown. */
export function Search() {
  const me = useMe()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const asked = q.length >= ENOUGH
  const calendars = useList<{ id: string; name: string }>(asked ? '/calendars' : null, { q, ...FEW })
  const events = useList<{ id: string; name: string; startDate: string }>(asked ? '/events' : null, {
    q,
    ...FEW,
  })
  const people = useList<{ id: string; email: string }>(asked ? '/subscribers' : null, { q, ...FEW })
  const lists = [calendars, events, people]
  /** The rows that are there were found for another text. */
  const stale = q !== text || lists.some((list) => list.isPlaceholderData)
  const searching = text.length >= ENOUGH && (stale || lists.some((list) => list.isPending))
  useEffect(() => spotlight.open(), [])

  const places = [...PLACES, ...MORE_PLACES]
    .filter(({ forWhom }) => forWhom?.(me) ?? true)
    .filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(text.toLowerCase()))
  const groups = [
    { label: 'Places', actions: places.map(({ to, name, about, Icon }) => ({ to, name, about, Icon })) },
    {
      label: 'Calendars',
      actions: found(calendars.rows, ({ name }) => name).map(({ id, name }) => ({
        to: `/calendars/${id}`,
        name,
        Icon: IconCalendar,
      })),
    },
    {
      label: 'Events',
      actions: found(events.rows, ({ name }) => name).map(({ id, name, startDate }) => ({
        ...{ to: `/events/${id}`, name, about: startDate, Icon: IconCalendarEvent },
      })),
    },
    {
      label: 'Subscribers',
      actions: found(people.rows, ({ email }) => email).map(({ id, email }) => ({
        to: `/subscribers/${id}`,
        name: email,
        Icon: IconUser,
      })),
    },
  ].filter(({ actions }) => actions.length > 0)

  const shown = groups.flatMap(({ actions }) => actions.map(({ to }) => to)).join()
  useEffect(() => {
    if (text !== '') chooseFirst()
  }, [shown, text])

  /** What was found for another text stays as long as it fits this one, so that Enter never opens what does not. */
  function found<Row>(rows: Row[], nameOf: (row: Row) => string): Row[] {
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
          <Spotlight.Empty>{searching ? 'Searching…' : 'Nothing of that name.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/**
 * Chooses the first action, unless one is chosen. Spotlight does so when somebody types, which is before the
 * service has returned anything; and it counts places, which change when rows come in above.
 */
function chooseFirst(): void {
  const list = document.getElementById(store.getState().listId)
  const actions = [...(list?.querySelectorAll('[data-action]') ?? [])]
  const chosen = actions.findIndex((action) => action.hasAttribute('data-selected'))
  const selected = Math.max(chosen, 0)
  actions[selected]?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected }))
}
