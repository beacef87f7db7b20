import { type QrMatrix, qrMatrix, qrPath } from './qr.ts'

/** A QR code, black on white in dark mode too, as cameras need it. */
export function QrCode({ text, label, width = 220 }: { text: string; label: string; width?: number }) {
  const matrix: QrMatrix = qrMatrix(text)
  return (
    <svg
      viewBox={`0 0 ${matrix.size} ${matrix.size}`}
      width={width}
      height={width}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ display: 'block', maxWidth: '100%', border: '1px solid var(--line)', borderRadius: 8 }}
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={qrPath(matrix)} fill="#000000" />
    </svg>
  )
}
