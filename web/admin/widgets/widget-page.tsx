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
import { words } from '../words/index.ts'
import { SettingsTab } from './settings-tab.tsx'
import { ShareTab } from './share-tab.tsx'

const UP = { to: '/widgets', name: words.widgets.title }

/** One widget: its settings, and how to share it. */
export function WidgetPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  const query = useData<WidgetRecord>(`/widgets/${id}`)
  if (query.data) return <Loaded key={query.data.id} widget={query.data} />
  return (
    <Page title={words.widgets.widget} up={UP}>
      <Reading query={query}>{() => null}</Reading>
    </Page>
  )
}

function Loaded({ widget }: { widget: WidgetRecord }) {
  const { filters, set } = useFilters({ tab: 'settings' })
  return (
    <Page
      title={widget.name}
      text={widget.type === 'button' ? words.widgets.aboutButton : words.widgets.aboutList}
      up={UP}
      wide
      actions={<State widget={widget} />}
    >
      <Tabs value={filters.tab} onChange={(tab) => set({ tab: tab ?? 'settings' })} keepMounted>
        <Tabs.List mb="lg">
          <Tabs.Tab value="settings">{words.widgets.settings}</Tabs.Tab>
          <Tabs.Tab value="share">{words.widgets.share}</Tabs.Tab>
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
    done(live ? words.widgets.nowLive : words.widgets.nowDraft, () => void setLive(!live).catch(failed))
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
        title={words.widgets.askDraft}
        action={words.widgets.makeDraft}
        onConfirm={() => setLive(false)}
      >
        {type === 'button' ? words.widgets.draftOfButton : words.widgets.draftOfList}
      </Confirm>
    </>
  )
}
