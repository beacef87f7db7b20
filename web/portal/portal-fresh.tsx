import { useState } from 'preact/hooks'
import type { PortalData, SubscriberLinks } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { CopyField } from '../shared/components/copy-field.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import type { Links } from './portal-active.tsx'
import { AddCalendar, type FeedAddress } from './portal-add.tsx'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface FreshScreenProps {
  data: PortalData
  path: string
  onBack: () => void
  onFresh: (links: Links) => void
}

/** Replaces the links: first the consequences, then how to add the new ones. */
export function FreshScreen({ data, path, onBack, onFresh }: FreshScreenProps) {
  const { portal, common } = words
  const [fresh, setFresh] = useState<FeedAddress>()
  const { busy, problem, run } = useAction<SubscriberLinks>(`${path}/rotate`)
  if (fresh) return <FreshLinks data={data} address={fresh} onBack={onBack} />

  const replace = async () => {
    const links = await run()
    if (!links) return
    // A new link shows its feed's address to another device for an hour.
    const address = { calendarUrl: links.calendarUrl, addUrl: `${links.manageUrl}#add` }
    setFresh(address)
    onFresh({ ...address, manageUrl: links.manageUrl })
  }
  return (
    <Screen publisher={data.publisher} title={portal.linkTitle} onBack={onBack}>
      <p class="lead">{portal.linkText}</p>
      <p>{portal.linkWhat}</p>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <div class="action">
        <div class="buttons">
          <Button onClick={onBack}>{portal.keepLink}</Button>
          <Button kind="main" busy={busy} onClick={() => void replace()}>
            {busy ? common.oneMoment : portal.freshSure}
          </Button>
        </div>
      </div>
    </Screen>
  )
}

function FreshLinks({
  data,
  address,
  onBack,
}: {
  data: PortalData
  address: FeedAddress
  onBack: () => void
}) {
  return (
    <Screen publisher={data.publisher} title={words.portal.freshTitle} onBack={onBack}>
      <Notice kind="ok">{words.portal.freshDone}</Notice>
      <div class="fresh-link">
        <CopyField kind="plain" label={words.applications.yourLink} value={address.calendarUrl.httpsCalUrl} />
      </div>
      <AddCalendar {...address} offered={data} />
    </Screen>
  )
}
