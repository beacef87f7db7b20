import type { GoogleAddresses } from '../../config.ts'
import type { Access } from '../provider.ts'
import { authorized, parsed } from '../request.ts'
import { errorOf, type GoogleAnswer, isDone } from './answers.ts'

export interface CalendarApi {
  /** Sends one request. `path`: after the address of the API. Throws ProviderError unless it was carried out. */
  send<T>(access: Access, method: string, path: string, body?: object): Promise<T>
  /** Like `send`, and returns a refusal as well. */
  ask(access: Access, method: string, path: string, body?: object): Promise<GoogleAnswer>
}

export function createCalendarApi({ api }: GoogleAddresses): CalendarApi {
  const ask: CalendarApi['ask'] = async (access, method, path, body) => {
    await access.pay(1)
    const response = await authorized(access, `${api}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: parsed(response.text) }
  }
  return {
    ask,
    async send<T>(access: Access, method: string, path: string, body?: object): Promise<T> {
      const answer = await ask(access, method, path, body)
      if (isDone(answer)) return answer.body as T
      throw errorOf(answer)
    },
  }
}
