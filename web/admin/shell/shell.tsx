import './shell.css'
import { Alert, AppShell, Box, Burger, Button, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp, IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Say } from '../kit/say.tsx'
import { actIn, type Me, useMe } from '../kit/session.tsx'
import { words } from '../words/index.ts'
import { ConnectionLine } from './connection-line.tsx'
import { helpOf, MORE_PLACES, type Place, PLACES } from './places.ts'
import { PublisherMenu } from './publisher-menu.tsx'
import { UserMenu } from './user-menu.tsx'

const Search = lazy(() => import('./search.tsx').then(({ Search }) => ({ default: Search })))

/** The frame around every page: header, menu and search. */
export function Shell() {
  const me = useMe()
  const [menu, { toggle, close }] = useDisclosure()
  const [searching, search] = useSearchKeys()
  const { pathname } = useLocation()
  useEffect(close, [pathname, close])
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !menu } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header className="shell-header">
        <a className="skip" href="#content">
          {words.shell.skip}
        </a>
        <Burger
          opened={menu}
          onClick={toggle}
          hiddenFrom="md"
          size="sm"
          aria-label={menu ? words.shell.closeMenu : words.shell.openMenu}
        />
        <PublisherMenu />
        <Group gap="xs" ms="auto" wrap="nowrap">
          <Button
            variant="default"
            className="search-button"
            onClick={search}
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            <span>{words.kit.search}</span>
            <kbd className="wide-only">{/Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
          </Button>
          <Button
            component="a"
            href={helpOf(pathname)}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            className="help-button"
            leftSection={<IconHelp size={18} aria-hidden />}
          >
            {words.shell.help}
          </Button>
          <UserMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="shell-navbar" aria-label={words.shell.places}>
        <Places places={PLACES} me={me} />
        <Box className="shell-divider" />
        <Places places={MORE_PLACES} me={me} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionLine />
        {me.user && me.user.publisherId !== me.publisher.id && <Visiting me={me} />}
        <Suspense>
          <Outlet />
        </Suspense>
        {searching && (
          <Suspense>
            <Search />
          </Suspense>
        )}
      </AppShell.Main>
    </AppShell>
  )
}

/** Loads the search when its button or its keys are first used. */
function useSearchKeys(): [searching: boolean, search: () => void] {
  const [searching, setSearching] = useState(false)
  const search = () => {
    if (searching) void import('./search.tsx').then(({ openSearch }) => openSearch())
    setSearching(true)
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k' || searching) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [searching])
  return [searching, search]
}

function Places({ places, me }: { places: Place[]; me: Me }) {
  const { pathname } = useLocation()
  const isHere = ({ to }: Place) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`))
  return places
    .filter(({ isAllowed }) => isAllowed?.(me) ?? true)
    .map((place) => (
      <NavLink
        key={place.to}
        component={Link}
        to={place.to}
        label={place.name}
        active={isHere(place)}
        aria-current={isHere(place) ? 'page' : undefined}
        leftSection={<place.Icon size={20} stroke={1.6} aria-hidden />}
        className="shell-place"
      />
    ))
}

/** A note that the user is working in a sub-account. */
function Visiting({ me }: { me: Me }) {
  return (
    <Alert color="warn" mb="lg" p="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Say text={words.shell.visiting} values={{ name: <b>{me.publisher.company}</b> }} />
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => actIn(undefined)}>
          {words.shell.backToOwn}
        </Button>
      </Group>
    </Alert>
  )
}
