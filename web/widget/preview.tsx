import '../shared/fan.css'
import './events.css'
import './month.css'
import { useEffect, useState } from 'preact/hooks'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { calendarUrls } from '../../src/links/calendar-urls.ts'
import { Notice } from '../shared/components/notice.tsx'
import { connectHost } from '../shared/host.ts'
import { show } from '../shared/page.ts'
import { schemeSwitch } from '../shared/scheme.ts'
import { paint } from '../shared/theme.ts'
import { EventsPage } from './events-page.tsx'
import { ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import type { PreviewMessage, PreviewReady } from './preview-message.ts'
import { type Trial, TrialFlow } from './subscribe-flow.tsx'
import { readStart, type Start } from './subscribe-start.ts'

// The pages of a widget in a frame of the admin portal, with settings that may be unsaved. The admin portal
// passes on what the service has returned for them. Nothing that people do in here is sent anywhere.
const host = connectHost()
const views = { list: ListView, month: MonthView }
const switchScheme = schemeSwitch()

for (const kind of ['click', 'auxclick']) addEventListener(kind, stayHere, true)
show(<PreviewPage />)

/** The latest settings of the admin portal; empty before the first. */
function PreviewPage() {
  const [message, setMessage] = useState<PreviewMessage>()
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<PreviewMessage | undefined>) => {
      if (origin !== location.origin || source !== window.parent || data?.source !== 'fasti-admin') return
      switchScheme(data.scheme)
      paint(data.preview.config.publisher, data.scheme)
      setMessage(data)
    }
    addEventListener('message', listen)
    if (window.parent !== window)
      window.parent.postMessage({ source: 'fasti-preview' } satisfies PreviewReady, location.origin)
    return () => removeEventListener('message', listen)
  }, [])
  return message && <PreviewedWidget {...message} />
}

function PreviewedWidget({ preview: { config, upcoming, month }, step }: PreviewMessage) {
  if (upcoming && month) {
    // No further pages: the service would read them with the saved settings.
    const first = { ...upcoming, next: false as const }
    const key = JSON.stringify([config, first])
    return (
      <EventsPage key={key} {...{ config, upcoming: first, month, host, view: config.widget.view, views }} />
    )
  }
  const start = startAt(step, config)
  const trial: Trial = {
    post: () => Promise.resolve(sampleLinks(config)),
    step: start.steps[0]!,
    notice: <PreviewNotice />,
  }
  // A changed question keeps the current step; changed calendars start again.
  const key = JSON.stringify([trial.step, config.calendars])
  return <TrialFlow key={key} config={config} start={start} trial={trial} onDone={() => {}} />
}

/** A notice in English, the admin portal's language. */
function PreviewNotice() {
  return (
    <div lang="en" dir="ltr">
      <Notice kind="info">This is a preview. Nobody was subscribed, and the links don’t work.</Notice>
    </div>
  )
}

function startAt(step: PreviewMessage['step'], config: WidgetConfig): Start {
  const start = readStart(config, new URLSearchParams())
  if (step === 'calendars') return start
  // As if calendars had been chosen, or the page had passed that no choice is needed.
  const parameters = { ...start.parameters, skipCalendars: config.calendars.length === 0 }
  const chosen = new Set(config.calendars.map(({ id }) => id))
  return { ...start, parameters, chosen, steps: ['details', 'application'] }
}

function sampleLinks({ publisher }: WidgetConfig) {
  const { origin } = location
  const value = {
    status: '200' as const,
    statusLong: 'OK' as const,
    calendarUrl: calendarUrls(origin, 'preview', publisher.name),
    manageUrl: `${origin}/manage/preview`,
  }
  return { ok: true as const, value }
}

/** Blocks all links except those to the publisher's own texts. */
function stayHere(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a')
  if (link && !link.classList.contains('outside')) event.preventDefault()
}
