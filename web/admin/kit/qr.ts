import { encode } from 'uqr'

/** A QR code with its quiet zone: `modules[y][x]` is dark where true. */
export interface QrMatrix {
  size: number
  modules: boolean[][]
}

/** Four modules of quiet on each side, as the standard (ISO 18004) has it. */
const QUIET = 4

/** Level M takes a scratch or a fold without growing much. */
export function qrMatrix(text: string): QrMatrix {
  const { data, size } = encode(text, { border: QUIET, ecc: 'M' })
  return { size, modules: data }
}

/** All dark modules as one path of an SVG, a unit for each module. */
export function qrPath({ modules }: QrMatrix): string {
  return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** A file of its own, black on white wherever it is put. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text)
  const { size } = matrix
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/>`,
    `<path d="${qrPath(matrix)}" fill="#000000"/>`,
    '</svg>\n',
  ].join('')
}

/** The same as a PNG of so many pixels. Each module is a whole number of them; what is over goes to the quiet zone. */
export function qrPng(text: string, pixels: number): Promise<Blob> {
  const { modules, size } = qrMatrix(text)
  const module = Math.floor(pixels / size)
  const margin = Math.floor((pixels - module * size) / 2)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const draw = canvas.getContext('2d')!
  draw.fillStyle = '#ffffff'
  draw.fillRect(0, 0, pixels, pixels)
  draw.fillStyle = '#000000'
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      if (dark) draw.fillRect(margin + x * module, margin + y * module, module, module)
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}
