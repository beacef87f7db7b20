import type { ComponentChildren } from 'preact'

/** A sign of 24 by 24, drawn in the colour of the text around it. Decoration: the words beside it say it. */
function Sign({
  size = 24,
  flips = false,
  children,
}: {
  size?: number
  /** Points along the line, so it turns round where writing does. */
  flips?: boolean
  children: ComponentChildren
}) {
  return (
    <svg
      class={flips ? 'flips' : undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
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

export const BackSign = () => (
  <Sign flips>
    <path d="M20 12H5m6-7-7 7 7 7" />
  </Sign>
)
export const SearchSign = () => (
  <Sign>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </Sign>
)
export const OpenSign = () => (
  <Sign size={20} flips>
    <path d="m9 5 7 7-7 7" />
  </Sign>
)
export const AlertSign = () => (
  <Sign size={20}>
    <path d="M12 3 2 20h20zM12 10v4m0 3v.01" />
  </Sign>
)
export const DoneSign = () => (
  <Sign size={20}>
    <path d="m4 13 5 5L20 7" />
  </Sign>
)
export const InfoSign = () => (
  <Sign size={20}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5m0-8v.01" />
  </Sign>
)
