import type { ButtonHTMLAttributes, PartialAnchorHTMLAttributes } from 'preact'
import { isSecondClick } from '../second-click.ts'

type Kind = 'main' | 'plain' | 'bad' | 'icon'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'icon' | 'type'> {
  kind?: Kind
  type?: 'button' | 'submit'
  /** While busy, the button keeps the focus but can't be pressed again. */
  busy?: boolean
}

/** `main` is the one action of a screen, `bad` takes something away, `icon` needs an `aria-label`. */
export function Button({ kind = 'plain', type = 'button', busy = false, onClick, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      class={`button ${kind}`}
      aria-disabled={busy || undefined}
      onClick={busy ? stop : type === 'submit' ? stopSecond : onClick}
    />
  )
}

function stop(event: Event): void {
  event.preventDefault()
}

function stopSecond(event: MouseEvent): void {
  if (isSecondClick(event)) event.preventDefault()
}

type LinkButtonProps = Omit<PartialAnchorHTMLAttributes<HTMLAnchorElement>, 'class' | 'icon' | 'href'> & {
  href: string
  kind?: Kind
}

/** A real link that looks like a button. */
export function LinkButton({ kind = 'plain', ...props }: LinkButtonProps) {
  return <a {...(props as { href: string })} class={`button ${kind}`} />
}
