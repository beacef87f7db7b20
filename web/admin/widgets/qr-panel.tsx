import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { qrPng, qrSvg } from '../kit/qr.ts'
import { QrCode } from '../kit/qr-code.tsx'
import { Say, say } from '../kit/say.tsx'
import { failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { SettingsLink } from './settings-link.tsx'
import type { Code } from './use-code.ts'

const PIXELS = 1024

const PROBLEMS = {
  none: words.widgets.noLogo,
  unreadable: words.widgets.logoUnreadable,
  'too-long': words.widgets.tooLongForLogo,
}

/** A QR code of a link, for posters and programmes, with downloads. `name`: of the widget. */
export function QrPanel({ code, name }: { code: Code; name: string }) {
  const { link, matrix, logo } = code
  if (!matrix) return <Alert color="warn">{words.widgets.tooLong}</Alert>
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'widget'}-qr`
  const png = () => qrPng(matrix, PIXELS, logo).then((picture) => save(picture, `${file}.png`), failed)
  const svg = () => save(new Blob([qrSvg(matrix, logo)], { type: 'image/svg+xml' }), `${file}.svg`)
  return (
    <Stack gap="sm" align="flex-start">
      <QrCode matrix={matrix} logo={logo} label={say(words.widgets.qrOpens, { link })} />
      <LogoChoice code={code} />
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={svg}>
          SVG
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void png()}>
          PNG
        </Button>
      </Group>
      <Text size="sm" c="dimmed" maw="44ch">
        {say(words.widgets.qrFiles, { pixels: String(PIXELS) })}
      </Text>
    </Stack>
  )
}

function LogoChoice({ code: { problem, mayHaveLogo, withLogo, setWithLogo } }: { code: Code }) {
  return (
    <>
      <Checkbox
        label={words.widgets.withLogo}
        checked={withLogo}
        disabled={!mayHaveLogo}
        onChange={(event) => setWithLogo(event.currentTarget.checked)}
      />
      {problem && (
        <Text size="sm" c="dimmed" maw="60ch" role="status">
          <Say text={PROBLEMS[problem]} values={{ settings: <SettingsLink /> }} />
        </Text>
      )}
    </>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
