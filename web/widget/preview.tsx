import '../shared/fan.css'
import './events.css'
import { calendarUrls } from '../../src/feeds/calendar-urls.ts'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { Notice } from '../shared/components/notice.tsx'
import { show } from '../shared/page.ts'
import { schemeSwitch } from '../shared/scheme.ts'
import { paint } from '../shared/theme.ts'
import { EventsPage } from './events-page.tsx'
import type { PreviewMessage, PreviewReady } from './preview-message.ts'
import { SubscribeFlow, type Trial } from './subscribe-flow.tsx'
import { readStart, type Start } from './subscribe-start.ts'

// The pages of a widget, in a frame of the portal, with settings that may not be saved. The portal computes
// nothing of them either: it hands over what the service answered. Nothing that is done in here reaches anybody.
const switchScheme = schemeSwitch()

addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewMessage | undefined>) => {
  if (origin !== location.origin || source !== window.parent || data?.source !== 'fasti-portal') return
  switchScheme(data.scheme)
  paint(data.preview.config.publisher)
  showPreview(data)
})
for (const kind of ['click', 'auxclick']) addEventListener(kind, stayHere, true)
if (window.parent !== window)
  window.parent.postMessage({ source: 'fasti-preview' } satisfies PreviewReady, location.origin)

function showPreview({ preview: { config, upcoming }, step }: PreviewMessage): void {
  if (upcoming) {
    // What comes after the first page would be asked of a widget that is saved.
    const first = { ...upcoming, next: false as const }
    show(<EventsPage key={JSON.stringify([config, first])} config={config} upcoming={first} />)
    return
  }
  const start = startAt(step, config)
  const trial: Trial = {
    post: () => Promise.resolve(sampleLinks(config)),
    step: start.steps[0]!,
    notice: <Told />,
  }
  // Another question does not lead back to the first step; other calendars do.
  const key = JSON.stringify([trial.step, config.calendars])
  show(<SubscribeFlow key={key} config={config} start={start} trial={trial} onDone={() => {}} />)
}

/** The portal is in English. */
function Told() {
  return (
    <div lang="en" dir="ltr">
      <Notice kind="info">This is a preview. Nobody was subscribed, and the links lead nowhere.</Notice>
    </div>
  )
}

function startAt(step: PreviewMessage['step'], config: WidgetConfig): Start {
  const start = readStart(config, new URLSearchParams())
  if (step === 'calendars') return start
  // As if some had been chosen, or the page had passed that none are to be.
  const passed = { ...start.passed, skipCalendars: config.calendars.length === 0 }
  const chosen = new Set(config.calendars.map(({ id }) => id))
  return { ...start, passed, chosen, steps: ['details', 'application'] }
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

/** Only the texts that people agree to can be opened. */
function stayHere(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a')
  if (link && !link.classList.contains('aside')) event.preventDefault()
}
