import { useRef, useState } from 'preact/hooks'
import { words } from '../page.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** Copies a text. Returns false without a permission for the clipboard in this frame, or without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** A text with a copy button. If the browser does not allow copying, the text is selected instead. */
export function CopyField({
  label,
  value,
  kind = 'main',
  copyLabel,
}: {
  label: string
  value: string
  kind?: 'main' | 'plain'
  /** The text of the button; by default that it copies the link. Several on one page need their labels in their names. */
  copyLabel?: string
}) {
  const [copied, setCopied] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const copy = async () => {
    const input = place.current!.querySelector('input')!
    if (await copyText(value)) setCopied(true)
    else {
      input.focus()
      input.select()
      setCopied(document.execCommand('copy'))
    }
  }

  return (
    <div class="copy" ref={place}>
      <TextField label={label} name="link" value={value} readonly required dir="ltr" onInput={() => {}} />
      <Button kind={kind} aria-label={copyLabel && `${copyLabel}: ${label}`} onClick={() => void copy()}>
        {copyLabel ?? words.applications.copy}
      </Button>
      <span class={copied ? 'copied' : 'hidden'} role="status">
        {copied && words.applications.copied}
      </span>
    </div>
  )
}
