import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** Files are deleted after 7 days: they contain addresses and secret links. */
const KEPT_MS = 7 * 86_400_000
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** Deletes mail files that are older than 7 days. */
export async function sweepMails(folder: string, now: number): Promise<void> {
  const oldest = new Date(now - KEPT_MS).toISOString().slice(0, DAY_LENGTH)
  for (const name of await mailsIn(folder)) {
    if (name.slice(0, DAY_LENGTH) < oldest) await rm(path.join(folder, name), { force: true })
  }
}

/** Deletes mail files to an address. */
export async function forgetMailsTo(folder: string, address: string): Promise<void> {
  for (const name of await mailsIn(folder)) {
    const file = path.join(folder, name)
    const mail = await readFile(file, 'utf8').catch(() => '')
    const [head = ''] = mail.split('\r\n\r\n')
    const recipients = /^To:((?:.|\r\n[ \t])*)/im.exec(head)?.[1] ?? ''
    const addresses = recipients.toLowerCase().split(/[\s<>,;"]+/)
    if (addresses.includes(address.toLowerCase())) await rm(file, { force: true })
  }
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}
