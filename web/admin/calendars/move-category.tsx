import { Autocomplete, Button, Stack, Text } from '@mantine/core'
import { isInCategory, readCategoryPath } from '../../../src/calendars/category-path.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
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
      done('Saved')
      onClose()
    },
  })
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const wanted = readCategoryPath(form.values.path) ?? ''
  const merges = !isSame(wanted, category.path) && paths.some((path) => isSame(path, wanted))
  return (
    <Dialog opened onClose={onClose} title="Rename or move">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Autocomplete
            label="Path"
            description="A slash makes a level: Sports/Rugby. Everything below it moves along."
            data={paths.filter((path) => !isInCategory(path, category.path))}
            data-autofocus
            {...form.getInputProps('path')}
          />
          <Text size="sm" role="status">
            {merges ? `${wanted} already exists. The two will be merged, and this can’t be undone.` : ''}
          </Text>
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {merges ? 'Merge them' : 'Save'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

function faultOf(path: string, before: string): string | null {
  const wanted = readCategoryPath(path)
  if (wanted === undefined) return 'Enter one path without empty levels or commas, such as Sports/Rugby'
  const below = wanted.toLowerCase() !== before.toLowerCase() && isInCategory(wanted, before)
  return below ? 'A category can’t be below itself' : null
}
