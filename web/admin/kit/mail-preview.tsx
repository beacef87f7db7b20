import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { MailPreviewAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import { language, words } from '../words/index.ts'

type MailPreview = MailPreviewAnswer['data']

/** Until the mail in the frame has been measured. */
const HEIGHT = 420

/** A mail as its recipients see it, and its text without pictures and styles. */
export function MailFrame({ mail, language: lang }: { mail: MailPreview; language?: string }) {
  const [view, setView] = useState('mail')
  return (
    <Stack gap="sm">
      <Text dir="auto" lang={lang} fw={600} className="mail-subject">
        <Text
          component="span"
          c="dimmed"
          fw={400}
          size="sm"
          lang={language}
          dir={document.dir}
          display="block"
        >
          {words.kit.mailSubject}
        </Text>
        {mail.subject}
      </Text>
      <SegmentedControl
        aria-label={words.kit.mailView}
        value={view}
        onChange={setView}
        data={[
          { value: 'mail', label: words.kit.theMail },
          { value: 'text', label: words.kit.plainText },
        ]}
        style={{ alignSelf: 'start' }}
      />
      {view === 'mail' ? (
        <Frame key={mail.html} html={mail.html} />
      ) : (
        <pre className="mail-text" dir="auto" lang={lang} tabIndex={0} aria-label={words.kit.mailText}>
          {mail.text}
        </pre>
      )}
    </Stack>
  )
}

/** A frame in which no script runs, and no link leads anywhere. */
export function Frame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT)
  const page = useMemo(() => harmless(html), [html])
  const show = () => {
    const { documentElement: root } = frame.current!.contentDocument!
    // The frame has the page's content security policy, which refuses styles in attributes, not those set by script.
    for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style!
    for (const link of root.querySelectorAll<HTMLElement>('a:not(.button)'))
      link.style.textDecoration = 'underline'
    setHeight(root.scrollHeight)
  }
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={words.kit.theMail}
      sandbox="allow-same-origin"
      srcDoc={page}
      onLoad={show}
      style={{ height }}
    />
  )
}

/** Works on text, since a parser refuses the styles too. All quotation marks in texts of the mail are escaped. */
function harmless(html: string): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')!.content
  return html
    .replaceAll('<style>', `<style nonce="${nonce}">`)
    .replaceAll(' style="', ' data-style="')
    .replaceAll(' href="', ' data-href="')
}
