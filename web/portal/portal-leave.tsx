import type { PortalData, PublisherLook } from '../../src/http/widget/answers.ts'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { say, words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface LeaveScreenProps {
  data: PortalData
  path: string
  onBack: () => void
  onLeft: () => void
}

/** Explains what unsubscribing does, and asks for confirmation. */
export function LeaveScreen({ data, path, onBack, onLeft }: LeaveScreenProps) {
  const { publisher, providers } = data
  const { portal, common } = words
  const { busy, problem, run } = useAction<object>(`${path}/unsubscribe`)
  const leave = async () => {
    if (await run()) onLeft()
  }
  return (
    <Screen publisher={publisher} title={portal.leaveTitle} onBack={onBack}>
      <p>
        {say(portal.leaveText, { publisher: publisher.name })} {providers.length > 0 && portal.leaveWritten}
      </p>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <div class="action">
        <div class="buttons">
          <Button onClick={onBack}>{portal.stay}</Button>
          <Button kind="bad" busy={busy} onClick={() => void leave()}>
            {busy ? common.oneMoment : portal.leaveSure}
          </Button>
        </div>
      </div>
    </Screen>
  )
}

/** The last page: what to expect, and a link to subscribe again. */
export function LeftScreen({ publisher, widgetId }: { publisher: PublisherLook; widgetId: string | false }) {
  return (
    <Screen publisher={publisher} title={words.portal.leftTitle}>
      <p class="lead">{words.portal.leftText}</p>
      {widgetId && (
        <p>
          <LinkButton href={`/w/${widgetId}`}>{words.portal.comeBack}</LinkButton>
        </p>
      )}
    </Screen>
  )
}
