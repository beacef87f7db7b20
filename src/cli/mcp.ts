import { readFileSync } from 'node:fs'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { AppError } from '../errors.ts'
import { createMcpServer } from '../mcp/server.ts'
import { type ApiOptions, clientOf, credentialsOf } from './api-options.ts'
import { fromHere } from './from-here.ts'

/** Short, since a person waits for each answer. */
const TIMEOUT_MS = 15_000
const GIVE_UP_MS = 20_000

interface McpOptions extends ApiOptions {
  secretFile?: string
  write: boolean
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'let an assistant look at calendars, events and subscribers: MCP on standard input and output',
    )
    .option('--url <address>', 'where the service is; default: FASTI_URL, or http://localhost:8080')
    .option('--api-key <key>', 'default: FASTI_API_KEY')
    .option('--secret <secret>', 'default: FASTI_SECRET, which other users of the machine do not see')
    .option('--secret-file <file>', 'a file that holds the secret and nothing else')
    .option('--sha256', 'sign with HMAC-SHA256 over method, path and time', false)
    .option('--write', 'let it create, change and delete too', false)
    .action(serve)
}

function serve(options: McpOptions): void {
  const { write, sha256 } = options
  const url = options.url ?? process.env.FASTI_URL ?? 'http://localhost:8080'
  const { apiKey, secret } = credentialsOf({
    apiKey: options.apiKey,
    secret: options.secret ?? readSecret(options.secretFile),
  })
  const patience = { timeoutMs: TIMEOUT_MS, giveUpAfterMs: GIVE_UP_MS }
  const client = clientOf({ url, apiKey, secret, sha256 }, patience)
  // Standard output is only for the protocol.
  console.error(`fasti: mcp for ${url}, ${write ? 'with' : 'without'} tools that change something`)
  serveStdio(() => createMcpServer({ client, apiKey, secret }, write), {
    onerror: (error) => console.error(`fasti: ${error.message}`),
  })
}

function readSecret(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(fromHere(file), 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AppError('invalid', `--secret-file ${file} can't be read (${code})`)
  }
}
