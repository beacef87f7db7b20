import type { Command } from 'commander'
import { type ClientSettings, FastiClient, FastiError } from '../../client/src/index.ts'
import { AppError } from '../errors.ts'

/** Options of commands that use a service over its API. */
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
  if (!url) throw new AppError('invalid', '--url says where the service is')
  const credentials = credentialsOf(options)
  try {
    return new FastiClient({ url, ...credentials, sha256, ...more })
  } catch (error) {
    throw error instanceof FastiError ? new AppError('invalid', `--${error.message}`) : error
  }
}

/** The API key and secret from options or the environment. */
export function credentialsOf({
  apiKey = process.env.FASTI_API_KEY,
  secret = process.env.FASTI_SECRET,
}: Pick<ApiOptions, 'apiKey' | 'secret'>): { apiKey: string; secret: string } {
  if (apiKey && secret) return { apiKey, secret }
  throw new AppError('invalid', '--api-key and --secret are needed, or FASTI_API_KEY and FASTI_SECRET')
}

/** Reports errors of the server or the network as messages, without a stack. */
export async function overApi<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FastiError ? new AppError('unavailable', error.message) : error
  }
}
