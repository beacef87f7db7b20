import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import type { Outlet } from './mailer.ts'

/** Writes mails to files, and the links in them to the log: for trying the service out without a mail server. */
export function emlFiles(folder: string, log: Logger, now: () => number): Outlet {
  return {
    async send(message, links) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await composer.sendMail({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const day = new Date(now()).toISOString().slice(0, 10)
      const file = path.join(folder, `${day}-${newId(now())}.eml`)
      await writeFile(file, bytes as Buffer, { flag: 'wx', mode: 0o600 })
      log.info({ file, links }, 'mail written, since no SMTP_URL is set')
    },
    close: () => {},
  }
}
