import { chromium } from 'playwright-core'
import { build } from 'vite'
import { FLAGS } from '../../test/support/browser.ts'
import { findChromium } from '../../test/support/chromium.ts'
import { atEnd } from '../processes.ts'
import { countOctets, type Device, type Program, seenIn } from './program.ts'

/** The library as the page has it. */
interface Library {
  default: new (options: { rootUrl: string; defaultHeaders: Record<string, string> }) => DavClient
}

interface DavClient {
  connect(options: { enableCalDAV: boolean }): Promise<DavClient>
  calendarHomes: { findAllCalendars(): Promise<Calendar[]> }[]
}

interface Calendar {
  findByType(type: 'VEVENT'): Promise<{ data: string }[]>
  createVObject(data: string): Promise<unknown>
}

/** The library of Nextcloud's calendar. It runs in a page, here in one at the address of the service. */
export async function openNextcloud(url: string, device: Device): Promise<Program | undefined> {
  const executablePath = findChromium()
  if (!executablePath) return undefined
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  atEnd(() => void browser.close())
  const page = await browser.newPage()
  const counted = await countOctets(url)
  const address = `${counted.url}/page`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(address)
  await page.addScriptTag({ content: await bundle() })
  const authorization = `Basic ${btoa(`${device.userName}:${device.password}`)}`
  await page.evaluate((header) => {
    const { default: DavClient } = (globalThis as unknown as { nextcloud: Library }).nextcloud
    const options = { rootUrl: `${location.origin}/`, defaultHeaders: { authorization: header } }
    const connect = async () => {
      const client = await new DavClient(options).connect({ enableCalDAV: true })
      return (await Promise.all(client.calendarHomes.map((home) => home.findAllCalendars()))).flat()
    }
    Object.assign(globalThis, { connect })
  }, authorization)
  return {
    octets: counted.octets,
    async read() {
      const texts = await page.evaluate(async () => {
        const calendars = await (globalThis as unknown as { connect(): Promise<Calendar[]> }).connect()
        const objects = await Promise.all(calendars.map((calendar) => calendar.findByType('VEVENT')))
        return objects.flat().map(({ data }) => data)
      })
      return texts.map(seenIn)
    },
    write: () =>
      page.evaluate(async () => {
        const [calendar] = await (globalThis as unknown as { connect(): Promise<Calendar[]> }).connect()
        const [object] = await calendar!.findByType('VEVENT')
        return calendar!.createVObject(object!.data).then(
          () => undefined,
          // The library does not pass on why.
          () => 'refused',
        )
      }),
  }
}

/** Returns the library and what it needs as one script, `nextcloud`. */
async function bundle(): Promise<string> {
  const entry = import.meta.resolve('@nextcloud/cdav-library')
  const built = await build({
    ...{ configFile: false, logLevel: 'error', define: { 'process.env.NODE_ENV': '"production"' } },
    build: {
      write: false,
      lib: { entry: new URL(entry).pathname, name: 'nextcloud', formats: ['iife'] },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The library was not built')
  return output.output[0].code
}
