import { useState } from 'preact/hooks'
import type { PushSubscriptions } from '../../src/http/widget/push-schemas.ts'
import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { dateOf } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { ProblemNotice } from './portal-screen.tsx'

export type PushDevice = PushSubscriptions['data'][number]

interface PushDevicesProps {
  devices: PushDevice[]
  path: string
  onEnded: () => void
}

/** The other browsers that get the person's notifications. */
export function PushDevices({ devices, path, onEnded }: PushDevicesProps) {
  const { push } = words
  const [ended, setEnded] = useState('')
  return (
    <>
      <div aria-live="polite">
        {ended && <Notice kind="ok">{say(push.switchedOff, { name: ended })}</Notice>}
      </div>
      {devices.length > 0 && (
        <section class="part">
          <h2>{push.others}</h2>
          <ul class="devices">
            {devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                path={path}
                onEnded={() => {
                  setEnded(device.browser)
                  onEnded()
                }}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function DeviceRow({ device, path, onEnded }: { device: PushDevice; path: string; onEnded: () => void }) {
  const { push, portal, common } = words
  const { busy, problem, run } = useAction<object>(`${path}/push-subscriptions/${device.id}/end`)
  return (
    <li>
      <div class="device">
        <div class="text">
          <span class="name">
            <bdi>{device.browser}</bdi>
          </span>
          <span class="next">{say(push.since, { date: dateOf(device.created) })}</span>
        </div>
        <Button
          busy={busy}
          aria-label={`${push.switchOff}: ${device.browser}`}
          onClick={() => void run().then((done) => done && onEnded())}
        >
          {busy ? common.oneMoment : push.switchOff}
        </Button>
      </div>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
    </li>
  )
}
