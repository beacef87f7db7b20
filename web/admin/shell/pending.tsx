import { useNetwork } from '@mantine/hooks'
import { Loading, Offline } from '../kit/states.tsx'

/** In place of a page that is still being loaded. */
export function Pending() {
  const { online } = useNetwork()
  return online ? <Loading /> : <Offline />
}
