import { useNetwork } from '@mantine/hooks'
import { Loading, Offline } from '../kit/states.tsx'

/** Shown while a page is loading. */
export function Pending() {
  const { online } = useNetwork()
  return online ? <Loading /> : <Offline />
}
