import '@mantine/spotlight/styles.css'
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
  const [q] = useDebouncedValue(typed.trim(), 200)
  const asked = q.length >= ENOUGH
  const calendars = useList<{ id: string; name: string }>(asked ? '/calendars' : null, { q, ...FEW })
  const events = useList<{ id: string; name: string; startDate: string }>(asked ? '/events' : null, {
    q,
    ...FEW,
  })
  const people = useList<{ id: string; email: string }>(asked ? '/subscribers' : null, { q, ...FEW })
  useEffect(() => spotlight.open(), [])

  const places = [...PLACES, ...MORE_PLACES]
    .filter(({ forWhom }) => forWhom?.(me) ?? true)
    .filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(typed.trim().toLowerCase()))
  const groups = [
    { label: 'Places', actions: places.map(({ to, name, about, Icon }) => ({ to, name, about, Icon })) },
    {
      label: 'Calendars',
      actions: found(calendars.rows).map(({ id, name }) => ({
        to: `/calendars/${id}`,
        name,
        Icon: IconCalendar,
      })),
    },
    {
      label: 'Events',
      actions: found(events.rows).map(({ id, name, startDate }) => ({
        ...{ to: `/events/${id}`, name, about: startDate, Icon: IconCalendarEvent },
      })),
    },
    {
      label: 'Subscribers',
      actions: found(people.rows).map(({ id, email }) => ({
        to: `/subscribers/${id}`,
        name: email,
        Icon: IconUser,
      })),
    },
  ].filter(({ actions }) => actions.length > 0)

  function found<Row>(rows: Row[]): Row[] {
    return asked ? rows : []
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
        {groups.length === 0 && <Spotlight.Empty>Nothing of that name.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
