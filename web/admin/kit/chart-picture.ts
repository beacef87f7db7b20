import { words } from '../words/index.ts'
import { ApiError } from './api.ts'

/** A colour of a chart and what it stands for. */
export interface ChartKey {
  name: string
  /** As CSS; custom properties are resolved. */
  color: string
}

interface PictureParts {
  /** The element with the chart: an SVG, or a list of bars. */
  figure: HTMLElement
  title: string
  sentence: string
  legend: ChartKey[]
  /** The line below: whose numbers these are, and the day. */
  footer: string
}

/** Wide enough for a slide, also when it is made on a phone. */
const PIXELS_WIDE = 1600
const MARGIN = 24
const TITLE = 20
const TEXT = 14
const LINE = 20
const ROW = 32
const SQUARE = 12
/** The least width of a picture of bars: names have to fit beside them, also when it is made on a phone. */
const NARROWEST = 960
const WIDEST_NAME = 480

/** The properties of SVG elements by which charts look as they do. A style attribute would not pass the policy. */
const LOOKS = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'opacity'],
  ...['stop-color', 'stop-opacity'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'visibility', 'display'],
]

/** Draws a chart with its title, sentence and legend as a PNG, in light colours whatever the page has. */
export async function chartPicture(parts: PictureParts): Promise<Blob> {
  const plan = inLightColors(() => planPicture(parts))
  const { width, height } = plan
  const scale = Math.max(2, PIXELS_WIDE / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  await plan.draw(pen)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ApiError(0, words.kit.pictureFailed))))
  })
}

/** The colours are read at once and the scheme is set back before the browser paints. */
function inLightColors<T>(read: () => T): T {
  const root = document.documentElement
  const name = 'data-mantine-color-scheme'
  const scheme = root.getAttribute(name)
  root.setAttribute(name, 'light')
  try {
    return read()
  } finally {
    if (scheme === null) root.removeAttribute(name)
    else root.setAttribute(name, scheme)
  }
}

function planPicture({ figure, title, sentence, legend, footer }: PictureParts) {
  const font = getComputedStyle(document.body).fontFamily
  const color = colorReader(figure)
  const colors = { paper: color('var(--surface)'), ink: color('var(--ink)'), soft: color('var(--ink-soft)') }
  const keys = legend.map((key) => ({ ...key, color: color(key.color) }))
  const chart = chartIn(figure, colors.ink, font)
  const width = chart.width + 2 * MARGIN
  const lines = linesOf(sentence, chart.width, `${TEXT}px ${font}`)
  const chartTop = MARGIN + TITLE + 12 + lines.length * LINE + 12
  const keysTop = chartTop + chart.height + 8
  const rows = keyRows(keys, chart.width, `${TEXT}px ${font}`)
  const footerTop = keysTop + rows.length * LINE + 12
  const height = footerTop + LINE + MARGIN - 8

  async function draw(pen: CanvasRenderingContext2D): Promise<void> {
    const write = (text: string, x: number, y: number, style: string, look: string) => {
      pen.font = `${style} ${font}`
      pen.fillStyle = look
      pen.fillText(text, x, y)
    }
    pen.fillStyle = colors.paper
    pen.fillRect(0, 0, width, height)
    pen.textBaseline = 'top'
    write(title, MARGIN, MARGIN, `650 ${TITLE}px`, colors.ink)
    lines.forEach((line, index) => {
      write(line, MARGIN, MARGIN + TITLE + 12 + index * LINE, `${TEXT}px`, colors.soft)
    })
    await chart.draw(pen, MARGIN, chartTop)
    rows.forEach((row, index) => {
      for (const { x, key } of row) {
        const y = keysTop + index * LINE
        pen.fillStyle = key.color
        pen.fillRect(MARGIN + x, y + 2, SQUARE, SQUARE)
        write(key.name, MARGIN + x + SQUARE + 6, y, `${TEXT}px`, colors.soft)
      }
    })
    write(footer, MARGIN, footerTop, `${TEXT}px`, colors.soft)
  }
  return { width, height, draw }
}

/** Returns a function that resolves custom properties, and mixtures of colours. */
function colorReader(within: HTMLElement) {
  return (css: string) => {
    const probe = document.createElement('span')
    probe.style.color = css
    within.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

interface DrawnChart {
  width: number
  height: number
  draw: (pen: CanvasRenderingContext2D, x: number, y: number) => Promise<void> | void
}

function chartIn(figure: HTMLElement, ink: string, font: string): DrawnChart {
  const svg = figure.querySelector<SVGSVGElement>('svg.recharts-surface')
  return svg ? svgChart(svg) : barChart(figure, ink, font)
}

function svgChart(svg: SVGSVGElement): DrawnChart {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(originals[index]!)
    for (const name of LOOKS) element.setAttribute(name, looks.getPropertyValue(name))
    element.removeAttribute('style')
    element.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  return {
    width,
    height,
    async draw(pen, x, y) {
      const image = new Image(width, height)
      image.src = source
      await image.decode()
      pen.drawImage(image, x, y, width, height)
    },
  }
}

/** Bars beside names, from a list in which each item has a name, a bar and a number. */
function barChart(figure: HTMLElement, ink: string, font: string): DrawnChart {
  const rows = [...figure.querySelectorAll('.bars > li')].map((item) => {
    const bar = item.querySelector<HTMLElement>('.bar')!
    return {
      name: item.querySelector('.bar-name')?.textContent ?? '',
      number: item.querySelector('.number')?.textContent ?? '',
      color: getComputedStyle(bar).backgroundColor,
      share: Number.parseFloat(bar.style.width) / 100,
    }
  })
  const measure = measurer(`16px ${font}`)
  const names = Math.min(WIDEST_NAME, Math.max(0, ...rows.map(({ name }) => measure(name)))) + 16
  const numbers = Math.max(0, ...rows.map(({ number }) => measure(number))) + 16
  const width = Math.max(NARROWEST, figure.getBoundingClientRect().width)
  return {
    width,
    height: rows.length * ROW,
    draw(pen, x, y) {
      rows.forEach(({ name, number, color, share }, index) => {
        const top = y + index * ROW
        pen.font = `16px ${font}`
        pen.fillStyle = ink
        pen.fillText(shortened(name, names - 16, measure), x, top + 4)
        pen.textAlign = 'right'
        pen.fillText(number, x + width, top + 4)
        pen.textAlign = 'left'
        pen.fillStyle = color
        pen.fillRect(x + names, top + 2, (width - names - numbers) * share, ROW - 12)
      })
    },
  }
}

function measurer(font: string): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = font
  return (text) => pen.measureText(text).width
}

function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  let letters = [...text]
  while (letters.length > 1 && measure(`${letters.join('')}…`) > width) letters = letters.slice(0, -1)
  return `${letters.join('').trimEnd()}…`
}

function linesOf(text: string, width: number, font: string): string[] {
  const measure = measurer(font)
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The keys of the legend in rows, each with its place in pixels. */
function keyRows(keys: ChartKey[], width: number, font: string): { x: number; key: ChartKey }[][] {
  const measure = measurer(font)
  const rows: { x: number; key: ChartKey }[][] = []
  let x = Infinity
  for (const key of keys) {
    const needed = SQUARE + 6 + measure(key.name) + 20
    if (x + needed > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)!.push({ x, key })
    x += needed
  }
  return rows
}
