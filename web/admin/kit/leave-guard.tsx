import { useBlocker } from '@tanstack/react-router'
import { words } from '../words/index.ts'
import { Confirm } from './confirm.tsx'

/** Asks before the user leaves a page with unsaved changes. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Confirm
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={words.kit.leaveTitle}
      action={words.kit.leave}
      onConfirm={() => {
        blocker.proceed?.()
        return Promise.resolve()
      }}
    >
      {words.kit.leaveText}
    </Confirm>
  )
}
