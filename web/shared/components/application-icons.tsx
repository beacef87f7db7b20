import type { ComponentChildren, FunctionComponent } from 'preact'
import type { Application } from '../applications.ts'

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg
      width="36"
      height="36"
      viewBox="0 0 36 36"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const Leaf = () => <path d="M6 9h24v21H6zM6 15h24M12 5v6M24 5v6" />

/** Our own icons, because the brands own their logos. */
export const APPLICATION_ICONS: Record<Application, FunctionComponent> = {
  google: () => (
    <Icon>
      <Leaf />
      <path d="M12 20h.01M18 20h.01M24 20h.01M12 25h.01M18 25h.01M24 25h.01" stroke-width="3" />
    </Icon>
  ),
  googleSeconds: () => (
    <Icon>
      <Leaf />
      <path d="m19 18-5 5h8l-5 5" />
    </Icon>
  ),
  apple: () => (
    <Icon>
      <Leaf />
      <path d="m13 22 4 4 7-7" />
    </Icon>
  ),
  outlookcom: () => (
    <Icon>
      <path d="M5 9h26v19H5zM5 11l13 10 13-10" />
    </Icon>
  ),
  outlookSeconds: () => (
    <Icon>
      <path d="M5 9h26v19H5zM5 11l7 5M31 11l-7 5" />
      <path d="m19 14-5 5h8l-5 5" />
    </Icon>
  ),
  microsoft365: () => (
    <Icon>
      <path d="M5 12h26v18H5zM13 12V7h10v5M5 20h26M18 18v4" />
    </Icon>
  ),
  outlook: () => (
    <Icon>
      <path d="M4 7h28v19H4zM12 31h12M18 26v5" />
      <path d="m11 13 7 5 7-5" />
    </Icon>
  ),
  other: () => (
    <Icon>
      <path d="m15 21 6-6M16 11l4-4a6 6 0 0 1 9 9l-4 4M20 25l-4 4a6 6 0 0 1-9-9l4-4" />
    </Icon>
  ),
  phone: () => (
    <Icon>
      <path d="M10 4h16v28H10zM16 28h4" />
      <path d="M14 10h3v3h-3zM19 10h3v3h-3zM14 15h3v3h-3zM20 16h.01M22 18h.01M19 20h3" />
    </Icon>
  ),
}
