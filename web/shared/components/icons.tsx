import type { ComponentChildren } from 'preact'

/**
 * An icon of 24 by 24 units in the colour of the text. It is
 * hidden from screen readers; the text beside it counts.
 */
function Icon({
  size = 24,
  flips = false,
  children,
}: {
  size?: number
  /** Points in the direction of reading, so it is mirrored in right-to-left languages. */
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

export const BackIcon = () => (
  <Icon flips>
    <path d="M20 12H5m6-7-7 7 7 7" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </Icon>
)
export const OpenIcon = () => (
  <Icon size={20} flips>
    <path d="m9 5 7 7-7 7" />
  </Icon>
)
export const PreviousIcon = () => (
  <Icon size={20} flips>
    <path d="m15 5-7 7 7 7" />
  </Icon>
)
export const AlertIcon = () => (
  <Icon size={20}>
    <path d="M12 3 2 20h20zM12 10v4m0 3v.01" />
  </Icon>
)
export const DoneIcon = () => (
  <Icon size={20}>
    <path d="m4 13 5 5L20 7" />
  </Icon>
)
export const InfoIcon = () => (
  <Icon size={20}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5m0-8v.01" />
  </Icon>
)
