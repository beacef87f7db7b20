import { sortedParameters } from './signature.ts'
import { type Recipe, type SentRequest, toSigned } from './signature-recipe.ts'
import type { ProblemCode } from './signature-words.ts'

type Pairs = [key: string, value: string][]
interface Variant {
  code: ProblemCode
  detail?: string
  change: Pick<Recipe, 'parameters'>
}

/** So many parameters are each left out once. */
const MOST_LEFT_OUT = 20

/** Wrong ways to write the parameters of a request. */
export function parameterVariants(sent: SentRequest): Variant[] {
  const decoded = toSigned(sent).query
  const signed = decoded.filter(([key]) => key !== 'apiSign')
  const sorted = sortedParameters(decoded)
  const raw = rawPairs(sent.rawQuery).filter(([key]) => key !== 'apiSign')
  const plus = raw.map(([key, value]): [string, string] => [decodePercent(key), decodePercent(value)])
  const ignoringCase = [...signed].sort(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()))
  const byLocale = [...signed].sort(([a], [b]) => a.localeCompare(b))
  const variant = (code: ProblemCode, parameters: string, detail?: string): Variant => ({
    ...{ code, change: { parameters } },
    ...(detail !== undefined && { detail }),
  })
  return [
    variant('unsorted', plain(signed)),
    variant('sorted-case', plain(ignoringCase)),
    variant('sorted-case', plain(byLocale)),
    ...encodings(raw, sorted).map((text) => variant('encoded', text)),
    variant('plus', plain(sortedParameters(plus))),
    ...separated(sorted, signed, raw).map((text) => variant('separators', text)),
    variant(
      'sign-included',
      plain(sortedParameters([...signed, ['apiSign.', '']])).replace('apiSign.', 'apiSign'),
    ),
    variant('repeated', plain(sortedParameters([...new Map(signed)]))),
    variant('repeated', plain(sortedParameters([...new Map([...signed].reverse())]))),
    ...sorted
      .slice(0, MOST_LEFT_OUT)
      .map(([name], left) => variant('left-out', plain(sorted.filter((_, index) => index !== left)), name)),
    variant('only-key', plain(sorted.filter(([key]) => key === 'apiKey'))),
    variant('no-parameters', ''),
    variant('values-only', sorted.map(([, value]) => value).join('')),
  ]
}

function encodings(raw: Pairs, sorted: Pairs): string[] {
  const percent = sorted.map(([key, value]): [string, string] => [key, encodeURIComponent(value)])
  const form = sorted.map(([key, value]): [string, string] => [
    key,
    encodeURIComponent(value).replaceAll('%20', '+'),
  ])
  return [plain(sortedParameters(raw)), plain(percent), plain(form), plain(raw)]
}

function separated(sorted: Pairs, signed: Pairs, raw: Pairs): string[] {
  return [sorted, signed, raw].flatMap((pairs) => [
    pairs.map(([key, value]) => `${key}=${value}`).join('&'),
    pairs.map(([key, value]) => `${key}=${value}`).join(''),
    pairs.map(([key, value]) => `${key}${value}`).join('&'),
    `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`,
  ])
}

function rawPairs(query: string): Pairs {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })
}

function plain(pairs: Pairs): string {
  return pairs.map(([key, value]) => key + value).join('')
}

/** Without taking `+` for a space. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
