import { Button, Code, CopyButton, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Several lines of code to copy. */
export function CopyCode({ code }: { code: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Code block className="widget-code" w="100%" tabIndex={0} role="region" aria-label="Code to embed it">
        {code}
      </Code>
      <CopyButton value={code} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? 'Copied' : 'Copy the code'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
