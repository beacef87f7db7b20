import { useEffect, useState } from 'preact/hooks'
import type { QrCode } from './qr-code.tsx'

/** Browsers don't wait for scripts when they print, so it is loaded before, when the page is at rest. */
const WAIT_MS = 2000

interface Code {
  QrCode: typeof QrCode
  address: string
}

/**
 * The end of a printed list: a QR code that leads to this page. `query` is all that is kept of its query: an address
 * may hold somebody's e-mail, and paper is seen by all.
 */
export function PrintEnd({ query = '' }: { query?: string }) {
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    const address = location.origin + location.pathname + (query && `?${query}`)
    const load = async () => setCode({ ...(await import('./qr-code.tsx')), address })
    // Without the code a page is printed all the same.
    const timer = setTimeout(() => void load().catch(() => undefined), WAIT_MS)
    return () => clearTimeout(timer)
  }, [query])
  if (!code) return null
  return (
    <div class="print-end">
      <code.QrCode text={code.address} label={code.address} />
      <bdi>{code.address}</bdi>
    </div>
  )
}
