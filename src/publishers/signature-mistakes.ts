import type { BodyVariant } from './signature-bodies.ts'
import { parameterVariants } from './signature-parameters.ts'
import type { Recipe, SentRequest } from './signature-recipe.ts'
import type { ProblemCode } from './signature-words.ts'

/** One thing done wrong, as a change of the right recipe. Those of one axis exclude each other. */
export interface Mistake {
  code: ProblemCode
  axis: 'parameters' | 'body' | 'secret' | 'lead' | 'digest'
  /** What it is about, such as the name of a parameter. */
  detail?: string
  change: Partial<Recipe>
}

export interface KnownKey {
  apiKey: string
  name: string
  secret: string
}

/** All we know to go wrong with this request beside its body, the commonest first. */
export function mistakesOf(
  form: 'md5' | 'sha256',
  key: KnownKey,
  others: KnownKey[],
  sent: SentRequest,
): Mistake[] {
  return [
    ...parameterVariants(sent).map((variant) => ({ axis: 'parameters' as const, ...variant })),
    ...secretMistakes(form, key, others),
    ...leadMistakes(form, sent),
    ...digestMistakes(form),
  ]
}

export function toMistake({ code, body }: BodyVariant): Mistake {
  return { axis: 'body', code, change: { body } }
}

function secretMistakes(form: 'md5' | 'sha256', key: KnownKey, others: KnownKey[]): Mistake[] {
  const axis = 'secret'
  const inText = (['last', 'between', 'both'] as const).map((place): Mistake => ({
    code: 'secret-place',
    axis,
    change: { place },
  }))
  const withSpace = ['\n', '\r\n', ' '].map((space): Mistake => ({
    code: 'secret-space',
    axis,
    change: { secret: key.secret + space },
  }))
  return [
    ...(form === 'md5' ? inText : []),
    { code: 'secret-missing', axis, change: { place: 'none' } },
    ...others.map(({ name, secret }): Mistake => ({
      ...{ code: 'other-key', axis, detail: name },
      change: { secret, mask: `‹secret of ${name}›` },
    })),
    ...withSpace,
    { code: 'secret-is-key', axis, change: { secret: key.apiKey, mask: '‹API key›' } },
    { code: 'secret-case', axis, change: { secret: key.secret.toLowerCase() } },
    { code: 'secret-case', axis, change: { secret: key.secret.toUpperCase() } },
  ]
}

function leadMistakes(form: 'md5' | 'sha256', { method, origin, path, rawQuery }: SentRequest): Mistake[] {
  const axis = 'lead'
  const short = path.replace(/^\/apiv2/, '')
  const unslashed = path.replace(/\/$/, '')
  const paths = [...new Set([short, unslashed, `${unslashed}/`, origin + path, `${path}?${rawQuery}`])]
  if (form === 'md5')
    return [[path], [short], [method, path], [method], [origin + path]].map((lead) => ({
      ...{ code: 'path-included', axis, change: { lead } },
    }))
  return [
    { code: 'path-missing', axis, change: { lead: [] } },
    { code: 'path-missing', axis, change: { lead: [path] } },
    { code: 'path-missing', axis, change: { lead: [method] } },
    { code: 'method-case', axis, change: { lead: [method.toLowerCase(), path] } },
    ...paths
      .filter((other) => other !== path)
      .map((other): Mistake => ({ code: 'path-form', axis, change: { lead: [method, other] } })),
  ]
}

function digestMistakes(form: 'md5' | 'sha256'): Mistake[] {
  const axis = 'digest'
  const glued = ['\n', '&', ':', ' '].map((glue): Mistake => ({ code: 'glue', axis, change: { glue } }))
  if (form === 'md5') return [{ code: 'hmac', axis, change: { place: 'key' } }, ...glued]
  return [
    { code: 'no-hmac', axis, change: { place: 'first' } },
    { code: 'no-hmac', axis, change: { place: 'last' } },
    ...glued,
  ]
}
