import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalLinks, PublisherLook } from '../../src/http/widget/answers.ts'
import { getJson, type Problem } from '../shared/api.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { say, words } from '../shared/page.ts'
import { type Device, DeviceRow, nameOf } from './portal-device.tsx'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface DevicesScreenProps {
  publisher: PublisherLook
  path: string
  onBack: () => void
  /** Opens the screen that ends all links. */
  onEndAll: () => void
}

/** The person's links: each can be named and ended, or all ended together. */
export function DevicesScreen({ publisher, path, onBack, onEndAll }: DevicesScreenProps) {
  const { portal, common } = words
  const [devices, setDevices] = useState<Device[]>()
  const [problem, setProblem] = useState<Problem>()
  const [done, setDone] = useState('')
  const list = useRef<HTMLUListElement>(null)

  const read = async () => {
    const answer = await getJson<PortalLinks>(`${path}/links`)
    if (answer.ok) setDevices(answer.value.data)
    setProblem(answer.ok ? undefined : answer.problem)
  }
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(() => void read(), [])

  const onEnded = async (device: Device) => {
    // The portal goes with its own link.
    if (device.current) return location.reload()
    setDone(say(portal.deviceEnded, { name: nameOf(device) }))
    await read()
    list.current?.focus()
  }
  const onNamed = (device: Device) => {
    setDevices((before) => before?.map((one) => (one.number === device.number ? device : one)))
    setDone(say(portal.deviceNamed, { name: nameOf(device) }))
  }
  return (
    <Screen publisher={publisher} title={portal.devicesTitle} onBack={onBack}>
      <p class="lead">{portal.devicesText}</p>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <div aria-live="polite">
        {done && <Notice kind="ok">{done}</Notice>}
        {!devices && !problem && <p class="soft">{common.loading}</p>}
      </div>
      {devices && (
        <ul class="devices" ref={list} tabIndex={-1} aria-label={portal.devicesTitle}>
          {devices.map((device) => (
            <DeviceRow
              key={device.number}
              device={device}
              path={path}
              onNamed={(name) => onNamed({ ...device, name })}
              onEnded={() => onEnded(device)}
            />
          ))}
        </ul>
      )}
      {devices && (
        <p>
          <LinkButton
            href="#fresh"
            onClick={(event) => {
              event.preventDefault()
              onEndAll()
            }}
          >
            {portal.endAll}
          </LinkButton>
        </p>
      )}
    </Screen>
  )
}
