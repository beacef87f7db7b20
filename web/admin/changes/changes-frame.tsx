import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../kit/page.tsx'
import { words } from '../words/index.ts'

const PATHS = { changes: '/changes', alerts: '/changes/alerts' } as const

interface FrameProps {
  tab: keyof typeof PATHS
  title: string
  text: string
  actions?: ReactNode
  children: ReactNode
}

/** The frame of the list of changes and of the alerts about them. */
export function ChangesFrame({ tab, children, ...page }: FrameProps) {
  const navigate = useNavigate()
  return (
    <Page {...page}>
      <Tabs
        value={tab}
        onChange={(name) => void navigate({ to: PATHS[name as keyof typeof PATHS] })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="changes">{words.changes.changes}</Tabs.Tab>
          <Tabs.Tab value="alerts">{words.changes.alerts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>{children}</Tabs.Panel>
      </Tabs>
    </Page>
  )
}
