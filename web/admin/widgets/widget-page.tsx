import './widgets.css'
import { Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { DraftOrLive, LiveBadge } from '../kit/draft-or-live.tsx'
import { useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { ShareTab } from './share-tab.tsx'

const UP = { to: '/widgets', name: 'Widgets' }

/** One widget: its settings, and how to share it. */
export function WidgetPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  const query = useData<WidgetRecord>(`/widgets/${id}`)
  if (query.data) return <Loaded key={query.data.id} widget={query.data} />
  return (
    <Page title="Widget" up={UP}>
      <Reading query={query}>{() => null}</Reading>
    </Page>
  )
}

function Loaded({ widget }: { widget: WidgetRecord }) {
  const { filters, set } = useFilters({ tab: 'settings' })
  return (
    <Page
      title={widget.name}
      text={
        widget.type === 'button'
          ? 'A button that opens the subscribe flow.'
          : 'A list of events, or a month of them, with a button to subscribe.'
      }
      up={UP}
      wide
      actions={<State widget={widget} />}
    >
      <Tabs value={filters.tab} onChange={(tab) => set({ tab: tab ?? 'settings' })} keepMounted>
        <Tabs.List mb="lg">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="share">Embed and share</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          <SettingsTab widget={widget} />
        </Tabs.Panel>
        <Tabs.Panel value="share">
          <ShareTab widget={widget} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** The state of the widget, and the choice of the other one. */
function State({ widget: { id, active, type } }: { widget: WidgetRecord }) {
  const [asking, setAsking] = useState(false)
  const mayEdit = useMay('editor')
  if (!mayEdit) return <LiveBadge live={active} />
  const setLive = async (live: boolean) => {
    await send('PUT', `/widgets/${id}`, { active: live })
    await readAgain('/widgets')
    done(live ? 'The widget is live' : 'The widget is a draft', () => void setLive(!live).catch(failed))
  }
  return (
    <>
      <DraftOrLive
        bare
        live={active}
        onChange={(live) => (live ? void setLive(true).catch(failed) : setAsking(true))}
      />
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Make this widget a draft?"
        action="Make it a draft"
        onConfirm={() => setLive(false)}
      >
        Its links will say that nobody can subscribe there now, and embedded{' '}
        {type === 'button' ? 'buttons stay hidden' : 'lists stay empty'}. Subscribers keep their calendars.
        You can make it live again.
      </Confirm>
    </>
  )
}
