import { useState } from 'preact/hooks'

/** A calendar's picture; where there is none, or it does not come, the first letter of its name. */
export function Logo({ src, name }: { src: string | false; name: string }) {
  const [missing, setMissing] = useState(false)
  return (
    <span class="logo" aria-hidden="true">
      {src && !missing ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '•'
}
