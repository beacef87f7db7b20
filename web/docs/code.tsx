import { useState } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'

/** A block of code with a copy button. */
export function Code({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string>()
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => {}, // refused: people can still copy it by hand
    )
  }
  return (
    <div class="code">
      <div class="code-head">
        <span>{label}</span>
        {/* Browsers give pages a clipboard only over https. */}
        {globalThis.isSecureContext && (
          <Button onClick={copy} aria-label={`Copy: ${label}`}>
            {copied === text ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
      {/* It scrolls, so it must be reachable by keyboard. */}
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
