import { useCallback, useEffect, useState } from 'preact/hooks'
import type { MyPushed } from '../../src/http/widget/answers.ts'
import { getJson, type Problem } from '../shared/api.ts'
import type { ProviderName } from '../shared/providers.ts'

export type Connection = MyPushed['data']
const OUTCOMES = ['connected', 'refused', 'administrator', 'unticked', 'failed', 'other'] as const
/** How a consent came out, as the address tells that the browser comes back to. */
export type Outcome = (typeof OUTCOMES)[number]

/** The first questions about a calendar that is being made or deleted, and the pause between later ones. */
const SOON = 30
const SOON_MS = 2000
const LATER_MS = 15_000

/** Returns the outcome in the address, and takes it out, so that a reload does not tell it again. */
export function takeOutcome(provider: ProviderName): Outcome | undefined {
  const url = new URL(location.href)
  const told = url.searchParams.get(provider)
  if (told === null) return undefined
  url.searchParams.delete(provider)
  history.replaceState(history.state, '', url)
  return OUTCOMES.find((outcome) => outcome === told)
}

/** Reads the state of a person's calendar at a provider, again and again while it is being made or deleted. */
export function useConnection(
  provider: ProviderName,
  path: string,
): {
  connection: Connection | undefined
  problem: Problem | undefined
  read: () => Promise<void>
} {
  const [connection, setConnection] = useState<Connection>()
  const [problem, setProblem] = useState<Problem>()
  const [asked, setAsked] = useState(0)
  const read = useCallback(async () => {
    const answer = await getJson<MyPushed>(`${path}/${provider}`)
    if (answer.ok) setConnection(answer.value.data)
    setProblem(answer.ok ? undefined : answer.problem)
    setAsked((before) => before + 1)
  }, [path, provider])
  useEffect(() => void read(), [read])
  const changes =
    connection !== undefined && (connection.waits || ['linking', 'ending'].includes(connection.state))
  useEffect(() => {
    if (!changes) return
    const timer = setTimeout(() => void read(), asked <= SOON ? SOON_MS : LATER_MS)
    return () => clearTimeout(timer)
  }, [changes, asked, read])
  return { connection, problem, read }
}
