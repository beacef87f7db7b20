import { type Logo, logoBox, type QrMatrix, qrPath } from './qr.ts'

interface QrCodeProps {
  matrix: QrMatrix
  /** Left out where the code is no more than a part of a picture. */
  label?: string
  width?: number | string
  /** In the middle, for a code that has a place for it. */
  logo?: Logo | undefined
}

/** A QR code, black on white in dark mode too, as cameras need it. */
export function QrCode({ matrix, label, width = 220, logo }: QrCodeProps) {
  const { size, hole } = matrix
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      shapeRendering="crispEdges"
      className="qr-code"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={qrPath(matrix)} fill="#000000" />
      {hole && logo && <image href={logo.address} {...logoBox(hole, logo.ratio)} />}
    </svg>
  )
}
