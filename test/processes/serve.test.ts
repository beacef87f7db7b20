import { expect, it } from 'vitest'
import { runFasti } from '../cli/run-fasti.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { pinnedToEach } from './pinned.ts'

const MANY_STARTS = { timeout: 120_000 }

it(
  'starts once, shares a port, shows changes at once and replaces a process that ended',
  MANY_STARTS,
  async () => {
    const settings = { FASTI_DATA: await dataFolder() }
    const service = await startService(settings, ['--processes', '2'])
    const lines = (text: string) => service.log.filter(({ msg }) => (msg as string).includes(text))
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    await expect.poll(() => lines('publisher create')).toHaveLength(1)
    expect(lines('Open this link once')).toHaveLength(1)

    const club = await commandLinePublisher(settings, service.url)
    const [one, other] = await pinnedToEach(service, club)
    const calendar = await club.calendar()
    const event = await club.event(calendar)
    const fan = await club.subscriber(undefined, [calendar])
    for (let i = 0; i < 20; i++) {
      const [writer, reader] = i % 2 ? [one!, other!] : [other!, one!]
      const changed = await writer.connection.call(club, 'PUT', `/event/${event}`, { name: `Round ${i}` })
      expect(changed.status).toBe(200)
      const { text } = await reader.connection.send('GET', fan.feedUrl)
      expect(text).toContain(`SUMMARY:Round ${i}\r\n`)
    }

    // The first has more to do than the others.
    for (const [ends, pauseMs] of [250, 500].entries()) {
      const pid = ends === 0 ? one!.pid : (lines('replaced one')[0]!.process as number)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => lines('replaced one'), { timeout: 60_000 }).toHaveLength(ends + 1)
      expect(lines('a process ended').at(-1)).toMatchObject({ process: pid, how: 'SIGKILL', pauseMs })
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    }
    expect((await club.get(`/event/${event}`)).status).toBe(200)

    service.signal('SIGTERM')
    expect(await service.ended()).toBe(0)
  },
)

it.each([
  [{ HOST: '192.0.2.1' }, "fasti: HOST and PORT: can't listen on 192.0.2.1:0 (EADDRNOTAVAIL)\n"],
  [{ LOG_LEVEL: 'loud' }, /^fasti: LOG_LEVEL must [^\n]+\n$/],
])('says once what is wrong with %j, however many processes there are', async (settings, line) => {
  const env = { FASTI_DATA: await dataFolder(), PORT: '0', ...settings }
  const { code, stdout, stderr } = await runFasti(['serve', '--processes', '3'], env)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(line)
})

it.each(['0', '65', 'two', '-1'])('refuses --processes %s', async (processes) => {
  const outcome = await runFasti(['serve', `--processes=${processes}`], { FASTI_DATA: '/nowhere' })
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'fasti: --processes must be a whole number from 1 to 64, or auto\n',
  })
})
