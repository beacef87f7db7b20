import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { DraftOrLive, LiveBadge } from '../kit/draft-or-live.tsx'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { amountOf } from './amount.ts'

/** The state of a calendar, and the choice of the other one. */
export function CalendarState({ calendar: { id, draft, subscribers } }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  const [asking, setAsking] = useState(false)
  if (!mayEdit) return <LiveBadge live={!draft} />
  const setLive = async (live: boolean) => {
    await send('PUT', `/calendars/${id}`, { draft: !live })
    await readAgain('/calendars', '/categories')
    done(live ? words.calendars.nowLive : words.calendars.nowDraft, () => void setLive(!live).catch(failed))
  }
  return (
    <>
      <DraftOrLive
        bare
        live={!draft}
        onChange={(live) => (live ? void setLive(true).catch(failed) : setAsking(true))}
      />
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.calendars.askDraft}
        action={words.calendars.makeDraft}
        onConfirm={() => setLive(false)}
      >
        {amountOf(subscribers, words.calendars.draftCloses, words.calendars.draftClosesOver)}
      </Confirm>
    </>
  )
}
