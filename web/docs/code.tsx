import { useState } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'

/** Code to read and to take along. */
export function Code({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string>()
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => {}, // refused: it can still be copied by hand
    )
  }
  return (
    <div class="code">
      <div class="code-head">
        <span>{label}</span>
        {/* Without https there is no clipboard for pages. */}
        {globalThis.isSecureContext && (
          <Button onClick={copy} aria-label={`Copy: ${label}`}>
            {copied === text ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
      {/* It scrolls, so the keyboard has to reach it. */}
      <pre tabindex={0} aria-label={label} role="group">
        <code>{text}</code>
      </pre>
    </div>
  )
}

/** A text with names in backquotes. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`')
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
}
