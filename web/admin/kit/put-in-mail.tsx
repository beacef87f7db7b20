import { Button, Code, Group, Select, Stack, Text } from '@mantine/core'
import { IconCheck, IconCode, IconCopy, IconMail } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { MailBlockAnswer } from '../../../src/http/admin/mail-blocks-schemas.ts'
import { language, words } from '../words/index.ts'
import { useData } from './data.ts'
import { Dialog } from './dialog.tsx'
import { LANGUAGES } from './languages.ts'
import { Frame } from './mail-preview.tsx'
import { Reading } from './states.tsx'

type MailBlock = MailBlockAnswer['data']
type Form = 'content' | 'code'

/** A button says for so long that it has copied. */
const SAID_MS = 2000

/** A button that shows the block of an event or a calendar for mails, ready to copy. `path`: below /admin/api. */
export function PutInMail({ path, text }: { path: string; text: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {words.kit.putInMail}
      </Button>
      {opened && (
        <Dialog opened onClose={() => setOpened(false)} title={words.kit.putInMail} size="lg">
          <Block path={path} text={text} />
        </Dialog>
      )}
    </>
  )
}

function Block({ path, text }: { path: string; text: string }) {
  const [lang, setLang] = useState<string>(language)
  const query = useData<MailBlock>(path, { lang })
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Select
        label={words.kit.language}
        data={LANGUAGES}
        value={lang}
        onChange={(chosen) => setLang(chosen ?? language)}
        allowDeselect={false}
        w={200}
      />
      <Reading query={query}>
        {(block) => (
          <Stack gap="md">
            <Frame key={block.html} html={block.html} />
            <Group gap="xs">
              <CopyBlock block={block} form="content" />
              <CopyBlock block={block} form="code" />
            </Group>
            <Text size="sm" c="dimmed">
              {words.kit.pasteHint}
            </Text>
            <details>
              <summary className="mail-code-summary">{words.kit.showHtml}</summary>
              <Code block tabIndex={0} role="region" aria-label={words.kit.mailHtml} className="mail-code">
                {block.html}
              </Code>
            </details>
          </Stack>
        )}
      </Reading>
    </Stack>
  )
}

/** Copies the block as it looks, or its HTML as text. */
function CopyBlock({ block, form }: { block: MailBlock; form: Form }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('ready'), SAID_MS)
    return () => clearTimeout(timer)
  }, [state])
  const isContent = form === 'content'
  const Icon = state === 'copied' ? IconCheck : isContent ? IconCopy : IconCode
  return (
    <>
      <Button
        variant={isContent ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void copy(block, form).then((copied) => setState(copied ? 'copied' : 'failed'))}
      >
        {state === 'copied' ? words.kit.copied : isContent ? words.kit.copyContent : words.kit.copyHtml}
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="bad" role="alert">
          {words.kit.copyRefused}
        </Text>
      )}
    </>
  )
}

/**
 * Returns whether it worked. Not by `navigator.clipboard` if the browser can do without: it takes the styles out of
 * HTML, because the policy of this page forbids them, and it is there on https alone.
 */
async function copy({ html, text }: MailBlock, form: Form): Promise<boolean> {
  const parts: Record<string, string> =
    form === 'code' ? { 'text/plain': html } : { 'text/html': html, 'text/plain': text }
  if (copyByEvent(parts)) return true
  const blobs = Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })] as const)
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    return true
  } catch {
    return false
  }
}

function copyByEvent(parts: Record<string, string>): boolean {
  let isCopied = false
  const fill = (event: ClipboardEvent) => {
    event.preventDefault()
    for (const [type, part] of Object.entries(parts)) event.clipboardData?.setData(type, part)
    isCopied = event.clipboardData !== null
  }
  document.addEventListener('copy', fill)
  try {
    // Deprecated, but nothing else copies HTML as it is.
    return document.execCommand('copy') && isCopied
  } finally {
    document.removeEventListener('copy', fill)
  }
}
