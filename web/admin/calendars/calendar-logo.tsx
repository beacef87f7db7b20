import './calendars.css'
import { useState } from 'react'

interface CalendarLogoProps {
  src: string
  name: string
  large?: boolean
  /** Called with true when the image loads, and with false when it fails. */
  onShown?: (shown: boolean) => void
}

/** A calendar's logo, or the first letter of its name if there is no logo or it fails to load. */
export function CalendarLogo({ src, name, large, onShown }: CalendarLogoProps) {
  const [broken, setBroken] = useState('')
  return (
    <span className={large ? 'calendar-logo large' : 'calendar-logo'}>
      {src && broken !== src ? (
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={() => onShown?.(true)}
          onError={() => {
            setBroken(src)
            onShown?.(false)
          }}
        />
      ) : (
        <span aria-hidden>{[...name.trim()][0]?.toUpperCase() ?? '·'}</span>
      )}
    </span>
  )
}
