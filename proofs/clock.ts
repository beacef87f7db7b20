import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { Receiver } from '../test/support/receiver.ts'
import { PASSWORD, TestBrowser } from '../test/support/users.ts'
import { moveClock, type World } from './clock-scenario.ts'
import { fakeTime } from './fake-time.ts'
import type { Options, Outcome, Proof } from './proof.ts'

/** Seconds after the first attempt; with the pauses they make the proof takes half a minute a round. */
const RETRY_SECONDS = [2, 4, 6]

/** The clock of the service is set forward and back by two hours while it runs. */
export const clock: Proof = {
  promise: 'a clock that is set by two hours: nothing doubled, skipped, going backwards or locked',
  times: 3,
  run: underFakeTime,
}

async function underFakeTime(options: Options): Promise<Outcome> {
  using folder = workFolder()
  await using receiver = new Receiver()
  await receiver.listen()
  const time = fakeTime(folder.path)
  const settings = {
    FASTI_DATA: folder.path,
    FASTI_TRUST_PROXY: '1',
    FASTI_BATCH_INTERVAL_MS: '500',
    FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
    FASTI_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(),
  }
  const service = await launchService({ ...settings, ...time.env }).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    const browser = await signIn(service.url, folder.path)
    const world: World = {
      club,
      browser,
      receiver,
      setClock: time.set,
      now: time.now,
      retrySeconds: RETRY_SECONDS,
    }
    return await moveClock(world, options)
  } catch (error) {
    console.error(service.log.filter(({ level }) => level >= 40))
    throw error
  } finally {
    await service.kill()
  }
}

/** With the invitation that the command mailed into a file. */
async function signIn(url: string, folder: string): Promise<TestBrowser> {
  const [mail] = readdirSync(join(folder, 'mail'))
  const text = readFileSync(join(folder, 'mail', mail!), 'utf8').replace(/=\r?\n/g, '')
  const [, token] = /invitation#([\w.-]+)/.exec(text) ?? []
  const browser = new TestBrowser({ url } as TestBrowser['app'])
  const answer = await browser.post('/session/redeem', { token, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return browser
}
