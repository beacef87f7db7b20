import './calendars.css'
import { useState } from 'react'

interface CalendarLogoProps {
  src: string
  name: string
  large?: boolean
  /** Told whether the address leads to an image. */
  onShown?: (shown: boolean) => void
}

/** A calendar's logo; without one, or where it can't be fetched, its first letter. */
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
