import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { launchService, type ServiceProcess, type Settings } from './launch-service.ts'

export { commandLinePublisher, type ServiceProcess, type Settings } from './launch-service.ts'

/** A folder on disk for one test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the service on a free port and waits until it listens; it ends with the test. */
export async function startService(settings: Settings, args: string[] = []): Promise<ServiceProcess> {
  const service = launchService(settings, args)
  onTestFinished(() => service.kill())
  return service.listening
}
