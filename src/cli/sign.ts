import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { AppError } from '../errors.ts'
import { signMd5, signSha256 } from '../signing/signature.ts'
import { fromHere } from './from-here.ts'

interface SignOptions {
  apiKey?: string
  secret?: string
  body?: string
  sha256: boolean
  once: boolean
}

export function signCommand(): Command {
  return new Command('sign')
    .description('print the signed URL of a request')
    .argument('<method>', 'GET, POST, PUT or DELETE')
    .argument('<url>', 'with or without apiKey in its query')
    .option('--api-key <key>', 'default: FASTI_API_KEY, or what the URL has')
    .option('--secret <secret>', 'default: FASTI_SECRET')
    .option('--body <file>', 'the request body, byte for byte as it will be sent; - reads standard input')
    .option('--sha256', 'sign with HMAC-SHA256 over method, path and time', false)
    .option('--once', 'with a timestamp and a nonce, so that it is good once', false)
    .action(sign)
}

function sign(method: string, address: string, options: SignOptions): void {
  if (!URL.canParse(address)) throw new AppError('invalid', `${address} is not a full URL`)
  const url = new URL(address)
  const secret = options.secret ?? process.env.FASTI_SECRET
  const apiKey = options.apiKey ?? url.searchParams.get('apiKey') ?? process.env.FASTI_API_KEY
  if (!secret || !apiKey)
    throw new AppError('invalid', 'sign needs --api-key and --secret, or FASTI_API_KEY and FASTI_SECRET')
  url.searchParams.set('apiKey', apiKey)
  url.searchParams.delete('apiSign')
  const now = String(Math.floor(Date.now() / 1000))
  if (options.sha256) url.searchParams.set('apiTime', now)
  if (options.once) {
    url.searchParams.set('timestamp', now)
    url.searchParams.set('nonce', randomUUID())
  }
  const request = {
    method: method.toUpperCase(),
    path: url.pathname,
    query: [...url.searchParams] as [string, string][],
    body: readBody(options.body),
  }
  url.searchParams.set('apiSign', options.sha256 ? signSha256(secret, request) : signMd5(secret, request))
  console.log(url.href)
}

function readBody(file: string | undefined): Buffer {
  if (file === undefined) return Buffer.alloc(0)
  try {
    return readFileSync(file === '-' ? 0 : fromHere(file))
  } catch (error) {
    throw new AppError('invalid', `--body ${file} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
