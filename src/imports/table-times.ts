/** Texts in place of a time or date that is not known yet, in lower case, without dots and spaces. */
const UNKNOWN = new Set([
  ...['tba', 'tbc', 'tbd', 'nn', 'na', 'offen', 'nochoffen', 'unbekannt', 'wirdnochbekanntgegeben'],
  ...['àdéfinir', 'adefinir', 'àconfirmer', 'nc', 'nd', 'porconfirmar', 'porconcretar', 'pordefinir'],
  ...['sinconfirmar', 'pendiente', 'xc', '未定', '調整中', 'يحددلاحقا', 'يحددلاحقًا', 'غيرمحدد', 'dadefinire'],
  ...['nnb', 'ntb', 'tobeconfirmed', 'tobeannounced', 'tobedetermined', '?', '??', '???'],
  ...['-', '--', '---', '–', '—', '-:-', '--:--', '::'],
])

/** The zones behind times of lists from the United States, and the one of Japan. */
const ZONES: Record<string, string> = {
  ...{ et: 'America/New_York', est: 'America/New_York', edt: 'America/New_York' },
  ...{ ct: 'America/Chicago', cst: 'America/Chicago', cdt: 'America/Chicago' },
  ...{ mt: 'America/Denver', mst: 'America/Denver', mdt: 'America/Denver' },
  ...{ pt: 'America/Los_Angeles', pst: 'America/Los_Angeles', pdt: 'America/Los_Angeles' },
  jst: 'Asia/Tokyo',
}

const BEFORE = /^(?:um|ab|von|vom|from|at|à|de|a las|a la|a|ore|kl|klo|les|@|から|الساعة)\.?\s+/u
const AFTER = /\s*(?:uhr|hrs?|h|heures?|horas?|óra|o'?clock)\.?$/u
const CLOCK =
  /^(\d{1,2})(?:\s?(?::|\.|uhr|h|時|시|u)\s?(\d{2})(?::\d{2}(?:[.,]\d+)?)?\s?(?:分|분)?|\s?(?:h|時|시|uhr|u|点))?\s*(?:([ap])(?:\s?\.?\s?m)?\.?)?$/u
const RANGE = /\s*(?:[-–—−~〜→]|から|إلى|حتى)\s*|\s+(?:bis|to|till?|until|und|à|a(?!\.?\s?m)|au|al|hasta)\s+/u

/** Local times, `HH:MM`, as a cell has them. */
export interface Times {
  time: string
  /** Empty if the cell has no end. */
  endTime: string
  /** IANA; only if the cell has one, such as `7:00 PM ET`. */
  timezone?: string
}

/** A text with plain digits, spaces and dots, in lower case, without marks of direction. */
export function plainCell(text: string): string {
  // Most cells are plain already.
  const plain = /^[\x20-\x7e]*$/.test(text)
    ? text
    : text.normalize('NFKC').replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
  return plain
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[’‘´`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** True for a text that says that a date or time is not known yet, such as `tba`. */
export function isUnknown(cell: string): boolean {
  return UNKNOWN.has(plainCell(cell).replace(/[.\s]/g, ''))
}

/**
 * Reads `9:30`, `7.30pm`, `19h30`, `15:30 Uhr`, `15時30分`, or a range of two such times; undefined for anything
 * else. `bare`: reads `1530` too, since the heading says that it is a time.
 */
export function readTimes(cell: string, { bare = false } = {}): Times | undefined {
  const zoned = /^(.*\d.*?)\s*\(?\b([ecmp][sd]?t|jst)\b\)?$/u.exec(plainCell(cell))
  const text = (zoned ? zoned[1]! : plainCell(cell)).replace(BEFORE, '').trim()
  const zone = zoned ? { timezone: ZONES[zoned[2]!]! } : {}
  const single = clock(text, { bare })
  if (single) return { time: single.time, endTime: '', ...zone }
  const [from = '', to = '', ...more] = text.replace(/から$/u, '').split(RANGE)
  if (!from || !to || more.length > 0) return undefined
  const end = clock(to, { bare })
  const start = clock(from, { bare, hourAlone: true })
  if (!start || !end || (start.loose && /^\d+$/.test(to) && !bare)) return undefined
  return { time: beforeEnd(start, end), endTime: end.time, ...zone }
}

/** Converts a time to `HH:MM`. Returns other texts unchanged, so that they become faults. */
export function readTime(text: string, options?: { bare?: boolean }): string {
  const times = readTimes(text, options)
  return times && times.endTime === '' ? times.time : text
}

interface Clock {
  time: string
  /** Its half of the day is said by am or pm. */
  half: 'a' | 'p' | undefined
  /** Only an hour, without a sign that it is one. */
  loose: boolean
}

function clock(given: string, { bare = false, hourAlone = false }): Clock | undefined {
  const text = given.replace(BEFORE, '').replace(/^([ap])m(?=\d)/, '$1m ')
  if (/^(12 ?)?(noon|midday|mittag|midi|mediodía)$/u.test(text))
    return { time: '12:00', half: 'p', loose: false }
  const halved = /^(午前|午後)\s*(.*)$/u.exec(text) ?? /^(.*?)\s*(ص|م|صباحا|مساء)$/u.exec(text)
  const [plain, halfWord] = !halved
    ? [text, undefined]
    : /^午/.test(halved[1]!)
      ? [halved[2]!, halved[1] === '午後' ? 'p' : 'a']
      : [halved[1]!, /^م/.test(halved[2]!) ? 'p' : 'a']
  const isMarked = AFTER.test(plain) || /[:h時시u点]/u.test(plain)
  const digits = plain.replace(AFTER, '').trim()
  const [, joined] = (bare && /^(\d{3,4})$/.exec(digits)) || []
  const [, hour, minute = '00', halfSign] =
    (joined ? ['', joined.slice(0, -2), joined.slice(-2)] : undefined) ??
    CLOCK.exec(digits.replace(/時半$/u, '時30分')) ??
    []
  if (hour === undefined) return undefined
  const half = (halfWord ?? halfSign) as Clock['half']
  const hours = Number(hour)
  const loose = !half && !joined && !isMarked && /^\d{1,2}$/.test(digits)
  if (loose && !hourAlone) return undefined
  if (Number(minute) > 59 || hours > 23) return undefined
  if (half && (hours > 12 || (hours === 0 && !halfWord))) return undefined
  const inDay = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return { time: `${String(inDay).padStart(2, '0')}:${minute}`, half, loose }
}

/** The start of `7.30-9pm` and `11-1pm`: am or pm of the end counts for it, if it is then before the end. */
function beforeEnd(start: Clock, end: Clock): string {
  if (start.half || !end.half || Number(start.time.slice(0, 2)) > 12) return start.time
  const hours = (Number(start.time.slice(0, 2)) % 12) + (end.half === 'p' ? 12 : 0)
  const same = `${String(hours).padStart(2, '0')}${start.time.slice(2)}`
  return same < end.time || end.half === 'a' ? same : start.time
}

/** Adds minutes to a local date and time; undefined if these are invalid. */
export function minutesLater(
  date: string,
  time: string,
  minutes: number,
): { date: string; time: string } | undefined {
  const start = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(start)) return undefined
  const end = new Date(start + minutes * 60_000).toISOString()
  return { date: end.slice(0, 10), time: end.slice(11, 16) }
}
