import { Box } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { words } from '../words/index.ts'

/** Says over the page that this device has no connection. Screen readers announce it, and its end. */
export function ConnectionLine() {
  const { online } = useNetwork()
  return (
    <Box role="status" className="connection-line" data-offline={!online || undefined}>
      {!online && (
        <>
          <IconWifiOff size={18} aria-hidden />
          {words.shell.offline}
        </>
      )}
    </Box>
  )
}
