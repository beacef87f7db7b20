import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from '../applications/application.ts'
import { run, temporaryFolder } from '../processes.ts'
import { countOctets, type Device, type Program, seenIn } from './program.ts'

/** cadaver, a WebDAV program on the command line, which walks folders and fetches everything each time. */
export async function openCadaver(url: string, device: Device): Promise<Program | undefined> {
  if (!(await isInstalled('sh', ['-c', 'command -v cadaver']))) return undefined
  const counted = await countOctets(url)
  const home = temporaryFolder()
  const { hostname } = new URL(url)
  writeFileSync(
    join(home, '.netrc'),
    `machine ${hostname} login ${device.userName} password ${device.password}\n`,
    { mode: 0o600 },
  )
  const ask = (commands: string[], address: string) =>
    run('sh', ['-c', `printf '%s\\n' "$@" | cadaver "$0"`, address, ...commands, 'quit'], {
      env: { ...process.env, HOME: home },
    })
  /** From the host name down to the folder with the calendars: each folder on the way has one. */
  async function findHome(): Promise<string> {
    let address = `${counted.url}/`
    for (let depth = 0; depth < 3; depth++) address += `${(await list(address))[0]}/`
    return address
  }
  async function list(address: string): Promise<string[]> {
    const { out } = await ask(['ls'], address)
    return [...out.matchAll(/Coll:\s+(\S+)/g)].map(([, name]) => name!)
  }
  const homeUrl = await findHome()
  return {
    octets: counted.octets,
    async read() {
      const folders = await list(homeUrl)
      const texts: string[] = []
      for (const folder of folders) {
        const listed = await ask(['ls'], `${homeUrl}${folder}/`)
        const files = [...listed.out.matchAll(/(\S+\.ics)/g)].map(([, name]) => name!)
        const into = temporaryFolder()
        await ask(
          files.map((file) => `get ${file} ${join(into, file)}`),
          `${homeUrl}${folder}/`,
        )
        for (const file of readdirSync(into)) texts.push(readFileSync(join(into, file), 'utf8'))
      }
      return texts.map(seenIn)
    },
    async write() {
      const file = join(home, 'mine.ics')
      writeFileSync(file, 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
      const [folder] = await list(homeUrl)
      const put = await ask([`put ${file}`], `${homeUrl}${folder}/`)
      return /failed[\s\S]*?(\d{3}[^\n]*)/.exec(put.out)?.[1]
    },
  }
}
