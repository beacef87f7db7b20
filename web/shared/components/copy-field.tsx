import { useRef, useState } from 'preact/hooks'
import { words } from '../page.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** A text to take along. Where the browser does not let us copy, the text is selected for the person to. */
export function CopyField({
  label,
  value,
  kind = 'main',
}: {
  label: string
  value: string
  kind?: 'main' | 'plain'
}) {
  const [copied, setCopied] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const copy = async () => {
    const input = place.current!.querySelector('input')!
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // In a frame that was not allowed to, or without TLS.
      input.focus()
      input.select()
      setCopied(document.execCommand('copy'))
    }
  }

  return (
    <div class="copy" ref={place}>
      <TextField label={label} name="link" value={value} readonly required dir="ltr" onInput={() => {}} />
      <Button kind={kind} onClick={() => void copy()}>
        {words.apps.copy}
      </Button>
      <span class={copied ? 'copied' : 'hidden'} role="status">
        {copied && words.apps.copied}
      </span>
    </div>
  )
}
