import type { AppContext } from '../context.ts'

/** Logs the start and the processes. `address`: where it listens; undefined if it only delivers. */
export function logStart(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  address: string | undefined,
  processes: number[],
): void {
  const facts = { database: config.db.kind, processes }
  if (address) log.info({ address, ...facts }, 'listening')
  else log.info(facts, 'delivering')
}

/** Logs how to create the first publisher, if there is none. */
export function logSetUp({ log }: Pick<AppContext, 'log'>, link: string | undefined): void {
  if (!link) return
  log.info(`No publisher yet. Open this link once to set it up: ${link}`)
  log.info(
    'Or by command: npm run --silent fasti -- publisher create --email you@example.com --company "Your club" --json',
  )
}
