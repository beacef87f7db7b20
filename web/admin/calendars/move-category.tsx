import { Autocomplete, Button, Stack, Text } from '@mantine/core'
import { isInCategory, readCategoryPath } from '../../../src/calendars/category-path.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import type { CategoryBranch } from './category-branches.ts'

interface MoveCategoryProps {
  category: CategoryBranch
  /** The paths of all categories. */
  paths: string[]
  onClose: () => void
}

/** Renames or moves a category with everything below it. */
export function MoveCategory({ category, paths, onClose }: MoveCategoryProps) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { path: category.path },
    validate: { path: (path) => faultOf(path, category.path) },
    async save({ path }) {
      await send('PUT', `/categories/${category.id}`, { path })
      await readAgain('/categories', '/calendars')
      done(words.kit.saved)
      onClose()
    },
  })
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const wanted = readCategoryPath(form.values.path) ?? ''
  const merges = !isSame(wanted, category.path) && paths.some((path) => isSame(path, wanted))
  return (
    <Dialog opened onClose={onClose} title={words.calendars.renameOrMove}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Autocomplete
            label={words.calendars.path}
            description={words.calendars.pathText}
            data={paths.filter((path) => !isInCategory(path, category.path))}
            data-autofocus
            {...form.getInputProps('path')}
          />
          <Text size="sm" role="status">
            {merges ? say(words.calendars.merges, { path: wanted }) : ''}
          </Text>
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {merges ? words.calendars.merge : words.kit.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

function faultOf(path: string, before: string): string | null {
  const wanted = readCategoryPath(path)
  if (wanted === undefined) return words.calendars.pathFault
  const below = wanted.toLowerCase() !== before.toLowerCase() && isInCategory(wanted, before)
  return below ? words.calendars.belowItself : null
}
