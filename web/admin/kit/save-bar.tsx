import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface SaveBarProps {
  /** How things stand: "Not saved yet". Read aloud when it changes. */
  state?: string
  /** Why a change was refused, above the buttons. */
  problem?: ReactNode
  /** Buttons, the main one last. */
  children: ReactNode
}

/** The buttons of a long form, within reach at the bottom of the window however far one scrolls. */
export function SaveBar({ state, problem, children }: SaveBarProps) {
  return (
    <div className="save-bar">
      {problem && <div className="save-bar-problem">{problem}</div>}
      <Text size="sm" c="dimmed" role="status" className="save-bar-state">
        {state}
      </Text>
      {children}
    </div>
  )
}
