import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { forgetMailsTo } from './forget-mails.ts'

it('deletes mails to an address, but not to another one that contains it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fasti-mails-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const mails = {
    bare: 'To: ann@x.example',
    named: 'To: "Ann, of X" <Ann@X.example>',
    folded: 'To: other@x.example,\r\n ann@x.example',
    longer: 'To: joann@x.example',
    further: 'To: ann@x.example.org',
    copied: 'Subject: To ann@x.example\r\nTo: other@x.example',
  }
  for (const [name, head] of Object.entries(mails))
    await writeFile(path.join(folder, `${name}.eml`), `From: a@b.example\r\n${head}\r\n\r\nann@x.example\r\n`)
  await forgetMailsTo(folder, 'ann@x.EXAMPLE')
  expect((await readdir(folder)).sort()).toEqual(['copied.eml', 'further.eml', 'longer.eml'])
})
