import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import type { MailTransport } from './mailer.ts'

/**
 * Writes mails to files, and their links to the log: for trying out the service without a mail server. Where the
 * folder of the data was there at the start and is gone, its disk is gone too, so a mail fails: a new folder would
 * be in the way of the disk when it comes back.
 */
export function emlFiles(folder: string, log: Logger, now: () => number): MailTransport {
  const recursive = !existsSync(path.dirname(folder))
  return {
    async send(message, links) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await composer.sendMail({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await mkdir(folder, { recursive, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      const day = new Date(now()).toISOString().slice(0, 10)
      const file = path.join(folder, `${day}-${newId(now())}.eml`)
      await writeFile(file, bytes as Buffer, { flag: 'wx', mode: 0o600 })
      log.info({ file, links }, 'mail written, since no SMTP_URL is set')
    },
    close: () => {},
  }
}
