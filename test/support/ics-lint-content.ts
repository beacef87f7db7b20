/** A content line put together from its folds, with the number of the line it begins on. */
export interface ContentLine {
  number: number
  name: string
  params: Map<string, string>
  value: string
}

export interface Component {
  number: number
  name: string
  lines: ContentLine[]
  children: Component[]
}

export type Report = (line: number, text: string) => void

const MOST_OCTETS = 900_000
const LINE_OCTETS = 75

/** Which component may hold which (RFC 5545, 3.6), of those that a feed has. */
const NESTING: Record<string, string[]> = {
  '': ['VCALENDAR'],
  VCALENDAR: ['VTIMEZONE', 'VEVENT'],
  VTIMEZONE: ['STANDARD', 'DAYLIGHT'],
  VEVENT: ['VALARM'],
}

/** Octets to content lines: what RFC 5545, 3.1 says of line breaks, folds and characters. */
export function readLines(bytes: Buffer, report: Report): ContentLine[] {
  // One character per octet, so that lengths and folds are seen as they are on the wire.
  const octets = bytes.toString('latin1')
  if (bytes.length > MOST_OCTETS) report(1, `${bytes.length} octets, more than ${MOST_OCTETS}`)
  if (octets.startsWith('\xef\xbb\xbf')) report(1, 'begins with a byte order mark')
  if (!octets.startsWith('BEGIN:VCALENDAR\r\n')) report(1, 'does not begin with BEGIN:VCALENDAR')
  const breaks = [...octets.matchAll(/\r\n|\r|\n/g)].map(([text]) => text)
  if (!octets.endsWith('END:VCALENDAR\r\n')) report(breaks.length, 'does not end with END:VCALENDAR and CRLF')

  const unfolded: { number: number; octets: string }[] = []
  const physical = octets.split(/\r\n|\r|\n/)
  if (physical.at(-1) === '') physical.pop()
  physical.forEach((line, i) => {
    const number = i + 1
    if (breaks[i] !== undefined && breaks[i] !== '\r\n') report(number, 'line break is not CRLF')
    if (line.length > LINE_OCTETS) report(number, `${line.length} octets, more than ${LINE_OCTETS}`)
    if (/(?![\t\x80-\x9f])\p{Cc}/u.test(line)) report(number, 'control character')
    if (/^[ \t]*$/.test(line)) report(number, 'blank line')
    const isFold = /^[ \t]/.test(line)
    if (isFold && /^.[\x80-\xbf]/.test(line)) report(number, 'fold inside a character')
    if (isFold && unfolded.length > 0) unfolded.at(-1)!.octets += line.slice(1)
    else unfolded.push({ number, octets: line })
  })
  return unfolded.flatMap((line) => parseLine(line, report) ?? [])
}

const NAME = '[A-Z0-9-]+'
const PARAM_VALUE = '(?:"[^"]*"|[^";:,]*)'
const CONTENT_LINE = new RegExp(`^(${NAME})((?:;${NAME}=${PARAM_VALUE}(?:,${PARAM_VALUE})*)*):(.*)$`, 's')
const PARAM = new RegExp(`;(${NAME})=(${PARAM_VALUE}(?:,${PARAM_VALUE})*)`, 'g')

/** `name *(";" param) ":" value`, names in capitals (RFC 5545, 3.1); carets in parameters as RFC 6868 has them. */
function parseLine(line: { number: number; octets: string }, report: Report): ContentLine | undefined {
  const { number } = line
  const text = decodeUtf8(line.octets)
  if (text === undefined) report(number, 'not valid UTF-8')
  else if (/[\x80-\x9f]/.test(text)) report(number, 'control character')
  const [, name, paramText, value] = CONTENT_LINE.exec(text ?? line.octets) ?? []
  if (name === undefined) {
    report(number, 'not a content line')
    return undefined
  }
  const params = new Map<string, string>()
  for (const [, param, raw] of paramText!.matchAll(PARAM)) {
    if (params.has(param!)) report(number, `${name}: parameter ${param} twice`)
    if (raw === '') report(number, `${name}: parameter ${param} is empty`)
    if (/\^(?![n^'])/.test(raw!))
      report(number, `${name}: parameter ${param} has a caret that RFC 6868 does not know`)
    params.set(param!, raw!.replace(/^"(.*)"$/, '$1'))
  }
  return { number, name, params, value: value! }
}

function decodeUtf8(octets: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(octets, 'latin1'))
  } catch {
    return undefined
  }
}

/** Content lines to the components they make up. */
export function readComponents(lines: ContentLine[], report: Report): Component[] {
  const root: Component = { number: 0, name: '', lines: [], children: [] }
  const open = [root]
  for (const line of lines) {
    const current = open.at(-1)!
    if (line.name === 'BEGIN') {
      const component = { number: line.number, name: line.value, lines: [], children: [] }
      if (!NESTING[current.name]?.includes(line.value)) {
        report(line.number, `${line.value} inside ${current.name || 'nothing'}`)
      }
      current.children.push(component)
      open.push(component)
    } else if (line.name === 'END') {
      if (current === root || line.value !== current.name)
        report(line.number, `END:${line.value} without its BEGIN`)
      else open.pop()
    } else if (current === root) report(line.number, `${line.name} outside VCALENDAR`)
    else current.lines.push(line)
  }
  for (const component of open.slice(1)) report(component.number, `${component.name} has no END`)
  if (root.children.length > 1) report(root.children[1]!.number, 'more than one VCALENDAR')
  return root.children
}
