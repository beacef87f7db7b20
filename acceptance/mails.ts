import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { findPython } from './applications/application.ts'
import { run, temporaryFolder } from './processes.ts'
import { checked, line } from './report.ts'

const SCRIPT = join(import.meta.dirname, 'read_mail.py')
const FACTS = ['to', 'subject', 'messageId', 'unsubscribe', 'text', 'html'] as const

/** A mail as a program has read it. */
type ReadMail = Record<(typeof FACTS)[number], string>

/** Reads a mail with Python's email and with mailparser, and prints what they find. `wanted`: texts in each part. */
export async function checkMail(data: string, wanted: string[]): Promise<void> {
  const { defects, ...mail } = await readByPython(data)
  const other = await readByMailparser(data)
  const faults = defects.map((defect) => `Python finds ${defect}`)
  for (const fact of FACTS) {
    const [a, b] = [mail[fact], other[fact]].map((text) => text.replaceAll('\r\n', '\n').trim())
    if (!a) faults.push(`the mail has no ${fact}`)
    if (a !== b) faults.push(`Python reads as ${fact} ${a}, mailparser ${b}`)
  }
  for (const part of ['subject', 'text', 'html'] as const)
    for (const text of wanted) if (!mail[part].includes(text)) faults.push(`${text} is not in the ${part}`)
  line('subject', mail.subject)
  line('Message-ID', mail.messageId.trim())
  line('List-Unsubscribe', mail.unsubscribe.trim().replace(/[^/]{20,}(?=>)/, '…'))
  checked('read twice', `${mail.text.length} letters as text, ${mail.html.length} as HTML`, faults)
}

async function readByPython(data: string): Promise<ReadMail & { defects: string[] }> {
  const python = await findPython('import email.policy')
  if (!python) throw new Error('there is no Python')
  const file = join(temporaryFolder(), 'mail.eml')
  writeFileSync(file, data)
  const { code, out, err } = await run('sh', ['-c', '"$1" "$2" <"$3"', '-', python, SCRIPT, file])
  if (code !== 0) throw new Error(`read_mail.py failed: ${err}`)
  return JSON.parse(out) as ReadMail & { defects: string[] }
}

async function readByMailparser(data: string): Promise<ReadMail> {
  const { to, subject = '', messageId = '', text = '', html, headers } = await simpleParser(data)
  const list = headers.get('list') as unknown as { unsubscribe?: { url?: string } } | undefined
  return {
    to: to && !Array.isArray(to) ? to.text : '',
    ...{ subject, messageId, text },
    unsubscribe: list?.unsubscribe?.url ? `<${list.unsubscribe.url}>` : '',
    html: html || '',
  }
}
