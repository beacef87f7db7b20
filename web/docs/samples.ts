import { callOf } from './client-calls.ts'
import type { Operation } from './document.ts'

export const LANGUAGES = ['curl', 'TypeScript'] as const
export type Language = (typeof LANGUAGES)[number]

/** How an operation is called, with the values of its example. `url`: where the service is. */
export function sampleOf(language: Language, operation: Operation, url: string): string {
  return language === 'curl' ? curl(operation, url) : typeScript(operation, url)
}

/**
 * Needs `FASTI_API_KEY` and `FASTI_SECRET` in the environment. What `sign` prints is signed with the very bytes
 * that are sent.
 */
function curl(operation: Operation, url: string): string {
  const { method, security } = operation
  const address = quoted(addressOf(operation, url))
  const body = bodyOf(operation)
  const file = body && ` --body body.json`
  const target = security.length > 0 ? `"$(npx fasti sign ${method} ${address}${file})"` : address
  const headers = headersOf(operation).map(([name, value]) => `-H '${name}: ${value}' `)
  // With a body curl sends POST by itself.
  const verb = method === (body ? 'POST' : 'GET') ? '' : `-X ${method} `
  const data = body && `--data-binary @body.json `
  const write = body && `cat > body.json <<'EOF'\n${body}\nEOF\n`
  return `${write}curl -s ${verb}${headers.join('')}${data}${target}`
}

function typeScript(operation: Operation, url: string): string {
  if (operation.security.length === 0) return unsigned(operation, url)
  return callOf(operation, url)
}

function unsigned(operation: Operation, url: string): string {
  const body = bodyOf(operation)
  const init = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(body ? [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`] : []),
  ]
  const options = init.length > 0 ? `, {\n${init.join('\n')}\n}` : ''
  return `const response = await fetch('${addressOf(operation, url)}'${options})\nconsole.log(response.status, await response.json())`
}

/** The address of the example. */
export function addressOf({ path, parameters = [] }: Operation, url: string): string {
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const query = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined)
  const search = new URLSearchParams(query.map(({ name, example }) => [name, String(example)])).toString()
  return url + filled + (search && `?${search}`)
}

function headersOf({ parameters = [] }: Operation): [string, string][] {
  return parameters
    .filter(({ in: place, example }) => place === 'header' && example !== undefined)
    .map(({ name, example }) => [name, String(example)])
}

/** The body of the example; empty: it has none. */
function bodyOf({ requestBody }: Operation): string {
  const example = requestBody?.content['application/json'].example
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}

/** For a shell, where a query is in it. */
function quoted(address: string): string {
  return /[?&]/.test(address) ? `'${address}'` : address
}
