import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { qrPng, qrSvg } from '../kit/qr.ts'
import { QrCode } from '../kit/qr-code.tsx'
import { say } from '../kit/say.tsx'
import { failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

const PIXELS = 1024

/** A QR code of a link, for posters and programmes, with downloads. `name`: of the widget. */
export function QrPanel({ link, name }: { link: string; name: string }) {
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'widget'}-qr`
  const png = () => qrPng(link, PIXELS).then((picture) => save(picture, `${file}.png`), failed)
  const svg = () => save(new Blob([qrSvg(link)], { type: 'image/svg+xml' }), `${file}.svg`)
  return (
    <Stack gap="sm" align="flex-start">
      <QrCode text={link} label={say(words.widgets.qrOpens, { link })} />
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

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
