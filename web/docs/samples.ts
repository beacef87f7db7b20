import { callOf } from './client-calls.ts'
import type { Operation } from './document.ts'

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'PHP'] as const
export type Language = (typeof LANGUAGES)[number]

const SAMPLES: Record<Language, (operation: Operation, url: string) => string> = {
  curl,
  TypeScript: typeScript,
  Python: python,
  PHP: php,
}

/** Sample code that calls an operation with its example values. `url`: the base URL of the service. */
export function sampleOf(language: Language, operation: Operation, url: string): string {
  return SAMPLES[language](operation, url)
}

/**
 * The parameters that signing adds, each with its shell variable.
 * Every key accepts the SHA-256 form with a nonce.
 */
const SIGNING = [
  ['apiKey', 'FASTI_API_KEY'],
  ['apiTime', 't'],
  ['nonce', 'n'],
] as const

/** Needs curl and OpenSSL, and `FASTI_API_KEY` and `FASTI_SECRET` in the environment. */
function curl(operation: Operation, url: string): string {
  const { method, security } = operation
  const body = bodyOf(operation)
  const headers = headersOf(operation).map(([name, value]) => `-H '${name}: ${value}' `)
  // With a body, curl sends POST by default.
  const verb = method === (body ? 'POST' : 'GET') ? '' : `-X ${method} `
  const data = body && `--data-binary @body.json `
  const write = body && `cat > body.json <<'EOF'\n${body}\nEOF\n`
  const call = `curl -s ${verb}${headers.join('')}${data}`
  if (security.length === 0) return `${write}${call}${quoted(addressOf(operation, url))}`
  const signed = ['printf %s', ...shellText(operation)].join(' ')
  const query = [...queryOf(operation), ...SIGNING.map(([name, variable]) => [name, `$${variable}`])]
  return [
    `${write}t=$(date +%s) n=$(openssl rand -hex 12)`,
    `s=$(${body ? `{ ${signed}; cat body.json; }` : signed} |`,
    `  openssl dgst -sha256 -hmac "$FASTI_SECRET" -r | cut -c1-64)`,
    `${call}\\`,
    `  "${url}${pathOf(operation)}?${query.map((pair) => pair.join('=')).join('&')}&apiSign=$s"`,
  ].join('\n')
}

/** The signed text before the body, as shell words: method, path, and the parameters sorted by name. */
function shellText(operation: Operation): string[] {
  const fixed = parametersOf(operation).map(([name, value]) => [name, name + value, undefined] as const)
  const variables = SIGNING.map(([name, variable]) => [name, name, variable] as const)
  const sorted = [...fixed, ...variables].sort(([a], [b]) => (a < b ? -1 : 1))
  const words: string[] = []
  let text = operation.method + pathOf(operation)
  for (const [, part, variable] of sorted) {
    text += part
    if (variable === undefined) continue
    words.push(shellQuoted(text), `"$${variable}"`)
    text = ''
  }
  return text ? [...words, shellQuoted(text)] : words
}

function shellQuoted(text: string): string {
  return /^[\w/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Needs only Python, and `FASTI_API_KEY` and `FASTI_SECRET` in the environment. */
function python(operation: Operation, url: string): string {
  const { method, security } = operation
  const body = bodyOf(operation)
  const query = Object.fromEntries(parametersOf(operation))
  const headers = Object.fromEntries(headersOf(operation))
  const hasHeaders = Object.keys(headers).length > 0
  const data = body ? 'body' : 'None'
  const options = `${data}${hasHeaders ? `, ${inPython(headers)}` : ''}, method='${method}'`
  if (security.length === 0)
    return [
      'import urllib.request',
      '',
      ...(body ? [pythonBody(body)] : []),
      `request = urllib.request.Request('${addressOf(operation, url)}', ${options})`,
      ...PYTHON_SEND,
    ].join('\n')
  return [
    'import hashlib, hmac, os, time, urllib.parse, urllib.request, uuid',
    '',
    `url, path = '${url}', '${pathOf(operation)}'`,
    `query = ${inPython(query)}`,
    body ? pythonBody(body) : "body = b''",
    '',
    "query |= {'apiKey': os.environ['FASTI_API_KEY'], 'apiTime': str(int(time.time())), 'nonce': uuid.uuid4().hex}",
    `text = '${method}' + path + ''.join(name + query[name] for name in sorted(query))`,
    "secret = os.environ['FASTI_SECRET'].encode()",
    "query['apiSign'] = hmac.new(secret, text.encode() + body, hashlib.sha256).hexdigest()",
    `request = urllib.request.Request(f'{url}{path}?{urllib.parse.urlencode(query)}', ${options})`,
    ...PYTHON_SEND,
  ].join('\n')
}

const PYTHON_SEND = [
  'with urllib.request.urlopen(request) as response:',
  '    print(response.status, response.read().decode())',
]

function pythonBody(json: string): string {
  return `body = r'''${json}'''.encode()`
}

function inPython(texts: Record<string, string>): string {
  const pairs = Object.entries(texts).map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`)
  return `{${pairs.join(', ')}}`
}

function pythonText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Needs only PHP, and `FASTI_API_KEY` and `FASTI_SECRET` in the environment. */
function php(operation: Operation, url: string): string {
  const { method, security } = operation
  const body = bodyOf(operation)
  const headers = headersOf(operation).map(([name, value]) => `${name}: ${value}`)
  const send = (address: string) => [
    `$response = file_get_contents(${address}, false, stream_context_create(['http' => [`,
    `    'method' => '${method}',`,
    ...(headers.length > 0 ? [`    'header' => [${headers.map(phpText).join(', ')}],`] : []),
    ...(body ? [`    'content' => $body,`] : []),
    "    'ignore_errors' => true,",
    ']]));',
    'echo $http_response_header[0], "\\n", $response, "\\n";',
  ]
  const begin = ['<?php', ...(body ? [`$body = <<<'JSON'\n${body}\nJSON;`] : [])]
  if (security.length === 0) return [...begin, ...send(phpText(addressOf(operation, url)))].join('\n')
  const query = parametersOf(operation).map(([name, value]) => `${phpText(name)} => ${phpText(value)}, `)
  return [
    ...begin,
    `$path = ${phpText(pathOf(operation))};`,
    `$query = [${query.join('')}'apiKey' => getenv('FASTI_API_KEY'),`,
    "    'apiTime' => (string) time(), 'nonce' => bin2hex(random_bytes(12))];",
    'ksort($query);',
    `$text = '${method}' . $path;`,
    'foreach ($query as $name => $value) $text .= $name . $value;',
    `$query['apiSign'] = hash_hmac('sha256', $text${body ? ' . $body' : ''}, getenv('FASTI_SECRET'));`,
    ...send(`${phpText(url)} . $path . '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986)`),
  ].join('\n')
}

function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
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

/** The URL of the example. */
export function addressOf(operation: Operation, url: string): string {
  const query = queryOf(operation).map((pair) => pair.join('='))
  return url + pathOf(operation) + (query.length > 0 ? `?${query.join('&')}` : '')
}

/** The path of the example. */
function pathOf({ path, parameters = [] }: Operation): string {
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
}

/** The query parameters of the example, unencoded. */
function parametersOf({ parameters = [] }: Operation): [name: string, value: string][] {
  return parameters
    .filter(({ in: place, example }) => place === 'query' && example !== undefined)
    .map(({ name, example }) => [name, String(example)])
}

/** The query parameters of the example, encoded for a URL. */
function queryOf(operation: Operation): string[][] {
  const query = new URLSearchParams(parametersOf(operation)).toString()
  return query ? query.split('&').map((pair) => pair.split('=')) : []
}

function headersOf({ parameters = [] }: Operation): [string, string][] {
  return parameters
    .filter(({ in: place, example }) => place === 'header' && example !== undefined)
    .map(({ name, example }) => [name, String(example)])
}

/** The body of the example; empty if it has none. */
function bodyOf({ requestBody }: Operation): string {
  const example = requestBody?.content['application/json'].example
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}

/** Quotes a URL with a query for the shell. */
function quoted(address: string): string {
  return /[?&]/.test(address) ? `'${address}'` : address
}
