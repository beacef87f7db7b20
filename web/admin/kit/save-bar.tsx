import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface SaveBarProps {
  /** "Unsaved changes", for example. Screen readers announce it when it changes. */
  state?: string
  /** The consequence of saving, above the buttons. */
  notice?: ReactNode
  /** Why a change was refused, above the buttons. */
  problem?: ReactNode
  /** Buttons, the main one last. */
  children: ReactNode
}

/** The buttons of a long form, fixed to the bottom of the window. */
export function SaveBar({ state, notice, problem, children }: SaveBarProps) {
  return (
    <div className="save-bar">
      {notice && <div className="save-bar-problem">{notice}</div>}
      {problem && <div className="save-bar-problem">{problem}</div>}
      <Text size="sm" c="dimmed" role="status" className="save-bar-state">
        {state}
      </Text>
      {children}
    </div>
  )
}
