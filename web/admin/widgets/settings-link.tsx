import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '../words/index.ts'

/** "Your settings" in a sentence. */
export function SettingsLink() {
  return (
    <Anchor component={Link} to="/settings" inherit underline="always">
      {words.widgets.yourSettings}
    </Anchor>
  )
}
