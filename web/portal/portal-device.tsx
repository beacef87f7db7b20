import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalLinks } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { dateOf, daysAgo } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'
import { namesOf } from '../shared/providers.ts'
import { useAction } from './portal-action.ts'
import { NameDevice } from './portal-device-name.tsx'
import { ProblemNotice } from './portal-screen.tsx'

export type Device = PortalLinks['data'][number]

/** The parts of a row that take the place of its buttons. */
type Part = 'name' | 'end'

interface DeviceRowProps {
  device: Device
  path: string
  onNamed: (name: string) => void
  onEnded: () => Promise<void> | void
}

/** A link in the list, with the buttons that name and end it. */
export function DeviceRow({ device, path, onNamed, onEnded }: DeviceRowProps) {
  const { portal } = words
  const [part, setPart] = useState<Part>()
  const buttons = useRef<HTMLDivElement>(null)
  const lastPart = useRef<Part>(undefined)
  useEffect(() => {
    // The button that opened the part gets the focus back.
    if (!part && lastPart.current)
      buttons.current?.querySelectorAll('button')[lastPart.current === 'name' ? 0 : 1]?.focus()
    lastPart.current = part
  }, [part])
  const name = nameOf(device)
  const { current, confirmedAt, created, lastUsedAt, application } = device
  const close = () => setPart(undefined)
  return (
    <li>
      <div class="device">
        <div class="text">
          <span class="name">
            <bdi>{name}</bdi> {current && <span class="tag">{portal.deviceThis}</span>}
          </span>
          {device.name && application && (
            <span class="next">
              <bdi>{application}</bdi>
            </span>
          )}
          <span class="next">{say(portal.deviceAdded, { date: dateOf(created) })}</span>
          <span class="next">
            {lastUsedAt === null
              ? portal.deviceUnread
              : say(portal.deviceRead, { when: daysAgo(lastUsedAt) })}
          </span>
          {confirmedAt === null && <span class="next pending">{portal.devicePending}</span>}
        </div>
        {!part && (
          <div class="row-buttons" ref={buttons}>
            <Button aria-label={`${portal.renameDevice}: ${name}`} onClick={() => setPart('name')}>
              {portal.renameDevice}
            </Button>
            <Button aria-label={`${portal.endDevice}: ${name}`} onClick={() => setPart('end')}>
              {portal.endDevice}
            </Button>
          </div>
        )}
      </div>
      {part === 'name' && (
        <NameDevice
          device={device}
          path={path}
          onCancel={close}
          onNamed={(given) => {
            close()
            onNamed(given)
          }}
        />
      )}
      {part === 'end' && <EndDevice device={device} path={path} onKeep={close} onEnded={onEnded} />}
    </li>
  )
}

interface EndDeviceProps {
  device: Device
  path: string
  onKeep: () => void
  onEnded: () => Promise<void> | void
}

/** Says what ending a link does, and asks. */
function EndDevice({ device, path, onKeep, onEnded }: EndDeviceProps) {
  const { portal, common } = words
  const { busy, problem, run } = useAction<object>(`${path}/links/${device.number}/end`)
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div class="asking">
      <p ref={question} tabIndex={-1}>
        {device.provider ? say(portal.endWrittenText, namesOf(device.provider)) : portal.endDeviceText}{' '}
        {device.current && portal.endThisText}
      </p>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <div class="buttons">
        <Button onClick={onKeep}>{portal.keepDevice}</Button>
        <Button kind="bad" busy={busy} onClick={() => void run().then((done) => done && onEnded())}>
          {busy ? common.oneMoment : portal.endDeviceSure}
        </Button>
      </div>
    </div>
  )
}

/** Returns the name that a person knows a link by. */
export function nameOf({ name, application, kind }: Device): string {
  const { portal } = words
  return name || application || (kind === 'account' ? portal.deviceAccount : portal.deviceOther)
}
