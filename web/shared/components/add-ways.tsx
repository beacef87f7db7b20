import { useEffect, useRef, useState } from 'preact/hooks'
import type { CalendarUrls } from '../../../src/links/calendar-urls.ts'
import { postJson, type Problem } from '../api.ts'
import { language, words } from '../page.ts'
import { problemText } from '../problem-text.ts'
import { Button } from './button.tsx'
import { CopyField, copyText } from './copy-field.tsx'
import { Notice } from './notice.tsx'
import type { QrCode } from './qr-code.tsx'

interface WaysProps {
  urls: CalendarUrls
  /** Opens the portal's screen that adds the calendar, on another device. */
  addUrl: string
  /** True if a code makes sense: on the phone itself it does not. */
  code?: boolean
  /** True if nothing may be asked of the service. */
  trial?: boolean
}

/** Ways to the calendar where its application did not open: by e-mail, by the link, by a code for another device. */
export function AddWays({ urls, addUrl, code = false, trial = false }: WaysProps) {
  const { applications, common } = words
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [mailed, setMailed] = useState<'yes' | Problem>()

  const mail = async () => {
    if (busy || trial) return
    setBusy(true)
    setMailed(undefined)
    const answer = await postJson(`${managePath(addUrl)}/mail?screen=add&lang=${language}`)
    setBusy(false)
    setMailed(answer.ok ? 'yes' : answer.problem)
  }
  const copy = async () => setCopied((await copyText(urls.httpsCalUrl)) ? 'yes' : 'no')

  return (
    <div class="ways">
      <div class="buttons">
        <Button busy={busy} onClick={() => void mail()}>
          {busy ? common.oneMoment : applications.sendMe}
        </Button>
        <Button onClick={() => void copy()}>{applications.copy}</Button>
        {code && (
          <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
            {applications.showCode}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {mailed === 'yes' && <Notice kind="ok">{applications.sentToMe}</Notice>}
        {mailed !== undefined && mailed !== 'yes' && <Notice kind="bad">{problemText(mailed)}</Notice>}
        {copied === 'yes' && <Notice kind="ok">{applications.copied}</Notice>}
      </div>
      {copied === 'no' && <CopyField kind="plain" label={applications.yourLink} value={urls.httpsCalUrl} />}
      {shown && (
        <>
          <p>{applications.phoneText}</p>
          <Code text={addUrl} />
        </>
      )}
    </div>
  )
}

/** The path of the manage link in an address that leads another device to it. */
function managePath(addUrl: string): string {
  return new URL(addUrl).pathname.split('/').slice(0, 3).join('/')
}

/** A QR code. Its library is loaded only when needed. */
export function Code({ text }: { text: string }) {
  const [Drawing, setDrawing] = useState<typeof QrCode>()
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    import('./qr-code.tsx').then(
      (module) => setDrawing(() => module.QrCode),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => {
    if (Drawing) place.current?.scrollIntoView({ block: 'nearest' })
  }, [Drawing])
  if (Drawing)
    return (
      <div ref={place}>
        <Drawing text={text} label={words.applications.qrLabel} />
      </div>
    )
  // The link does the same as the code.
  if (failed) return <CopyField label={words.applications.yourLink} value={text} />
  return (
    <p class="soft" role="status">
      {words.common.loading}
    </p>
  )
}
