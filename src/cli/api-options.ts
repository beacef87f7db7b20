import type { Command } from 'commander'
import { type ClientSettings, FastiClient, FastiError } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'

/** How a command reaches a service over its API. */
export interface ApiOptions {
  url?: string
  apiKey?: string
  secret?: string
  sha256: boolean
}

export function apiOptions(command: Command): Command {
  return command
    .option('--url <url>', 'where the service is')
    .option('--api-key <key>', 'default: FASTI_API_KEY')
    .option('--secret <secret>', 'default: FASTI_SECRET')
    .option('--sha256', 'sign with HMAC-SHA256 over method, path and time', false)
}

export function clientOf(options: ApiOptions, more: Partial<ClientSettings> = {}): FastiClient {
  const { url, sha256 } = options
  const apiKey = options.apiKey ?? process.env.FASTI_API_KEY
  const secret = options.secret ?? process.env.FASTI_SECRET
  if (!url) throw new AppError('invalid', '--url says where the service is')
  if (!apiKey || !secret) {
    throw new AppError('invalid', '--api-key and --secret are needed, or FASTI_API_KEY and FASTI_SECRET')
  }
  try {
    return new FastiClient({ url, apiKey, secret, sha256, ...more })
  } catch (error) {
    throw error instanceof FastiError ? new AppError('invalid', `--${error.message}`) : error
  }
}

/** Has what the server or the way to it says told as a message, not as a fault of ours. */
export async function overApi<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FastiError ? new AppError('unavailable', error.message) : error
  }
}
