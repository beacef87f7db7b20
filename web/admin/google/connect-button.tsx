import { Button } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { failed } from '../kit/toast.tsx'

/** Leads to Google's question. */
export function ConnectButton({ children }: { children: string }) {
  const [busy, setBusy] = useState(false)
  const connect = async () => {
    setBusy(true)
    try {
      const { data } = await send<{ data: { url: string } }>('POST', '/google/connect', {})
      location.assign(data.url)
    } catch (error) {
      failed(error)
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void connect()}>
      {children}
    </Button>
  )
}
