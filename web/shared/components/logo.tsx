import { useState } from 'preact/hooks'

/** A calendar's logo, or the first letter of its name if there is no logo or it fails to load. */
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
