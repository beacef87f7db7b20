import { readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { getPublisher } from '../publishers/publisher-store.ts'

/** Opens the context and runs a command for an existing publisher. */
export async function withPublisher(
  { publisher }: { publisher: number },
  work: (ctx: AppContext) => Promise<void>,
): Promise<void> {
  await using ctx = await openContext(readConfig(process.env))
  await getPublisher(ctx.db, publisher)
  await work(ctx)
}
