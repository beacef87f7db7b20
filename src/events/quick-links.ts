import type { FieldErrors } from '../errors.ts'
import type { LinkName, QuickLink } from './event.ts'

const MAX_LINKS = 10
const FLAT_KEY = /^quickLink\[(\d{1,3})\]\[(name|url|original_url)\]$/

/** The links of an event, and the names of links that have no address yet. */
export interface QuickLinks {
  links: QuickLink[]
  names: LinkName[]
}

/**
 * Reads quick links in all forms that clients send: flat keys (`quickLink[1][name]`), an object by position,
 * or an array whose first item is number 1. They change `current`. A name without an address is stored until
 * its address comes. An empty address removes a link with its name.
 */
export function readQuickLinks(
  input: Record<string, unknown>,
  current: QuickLinks,
  errors: FieldErrors,
): QuickLinks {
  const parts = readParts(input, errors)
  if (parts.size === 0) return current
  const nameless = current.names.map(({ position, name }) => ({ position, name, url: '' }))
  const links = new Map([...nameless, ...current.links].map((link) => [link.position, link]))
  for (const [position, part] of parts) {
    const before = links.get(position)
    const { name = before?.name ?? '', url = before?.url ?? '' } = part
    const field = `quickLink[${position}]`
    if (position < 1 || position > MAX_LINKS)
      errors[field] = `Event ${field} must be numbered from 1 to ${MAX_LINKS}`
    if (!isText(name, 255))
      errors[`${field}[name]`] = `Event ${field}[name] must be one line of at most 255 characters`
    if (!isWebAddress(url)) errors[`${field}[url]`] = `Event ${field}[url] must be an http or https address`
    const removed = url === '' && (name === '' || part.name === undefined)
    if (removed) links.delete(position)
    else links.set(position, { position, name, url } as QuickLink)
  }
  const all = [...links.values()].sort((a, b) => a.position - b.position)
  return {
    links: all.filter(({ url }) => url !== ''),
    names: all.filter(({ url }) => url === '').map(({ position, name }) => ({ position, name })),
  }
}

/** Collects the fields of each link in a request, by position. */
function readParts(input: Record<string, unknown>, errors: FieldErrors) {
  const parts = new Map<number, { name?: unknown; url?: unknown }>()
  const add = (position: number, field: string, value: unknown) =>
    // Our records contain `original_url`; a client that sends a record back means `url`.
    field === 'original_url' || parts.set(position, { ...parts.get(position), [field]: value })
  for (const key in input) {
    const [, position, part] = (key.startsWith('quickLink[') && FLAT_KEY.exec(key)) || []
    if (position && part) add(Number(position), part, input[key])
  }
  const nested = input.quickLink
  if (nested === undefined) return parts
  if (typeof nested !== 'object' || nested === null) {
    errors.quickLink = 'Event quickLink must be an object or a list of links'
    return parts
  }
  for (const [key, link] of Object.entries(nested)) {
    const position = Array.isArray(nested) ? Number(key) + 1 : /^\d{1,3}$/.test(key) ? Number(key) : 0
    if (typeof link !== 'object' || link === null) {
      errors[`quickLink[${position}]`] = `Event quickLink[${position}] must be an object with name and url`
      continue
    }
    for (const part of ['name', 'url']) {
      const value = (link as Record<string, unknown>)[part]
      if (value !== undefined) add(position, part, value)
    }
  }
  return parts
}

function isText(value: unknown, maxLength: number): boolean {
  // A character is a code point, as everywhere in the API: most emoji are one, but two units of a JavaScript
  // string.
  const fits = typeof value === 'string' && (value.length <= maxLength || [...value].length <= maxLength)
  return fits && !/[\u0000-\u001f\u007f]/.test(value)
}

function isWebAddress(value: unknown): boolean {
  return (
    value === '' ||
    (isText(value, 2000) && /^https?:\/\/\S+$/i.test(value as string) && URL.canParse(value as string))
  )
}
