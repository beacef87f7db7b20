import './calendars.css'
import { ActionIcon, Anchor, Button, Text, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CategoryTree } from '../../../src/http/admin/calendars-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { Page, Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { buildTree, type CategoryBranch } from './category-branches.ts'
import { MoveCategory } from './move-category.tsx'

export function CategoriesPage() {
  const query = useData<CategoryTree['data']>('/categories')
  const [moving, setMoving] = useState<CategoryBranch>()
  const [deleting, setDeleting] = useState<CategoryBranch>()
  return (
    <Page
      title={words.calendars.categories}
      up={{ to: '/calendars', name: words.calendars.title }}
      text={words.calendars.categoriesAbout}
    >
      <Reading query={query}>
        {(categories) =>
          categories.length === 0 ? (
            <Empty
              title={words.calendars.noCategories}
              action={
                <Button component={Link} to="/calendars">
                  {words.calendars.toCalendars}
                </Button>
              }
            >
              {words.calendars.noCategoriesText}
            </Empty>
          ) : (
            <Section>
              <Branches branches={buildTree(categories)} onMove={setMoving} onDelete={setDeleting} top />
            </Section>
          )
        }
      </Reading>
      {moving && (
        <MoveCategory
          key={moving.id}
          category={moving}
          paths={(query.data ?? []).map(({ path }) => path)}
          onClose={() => setMoving(undefined)}
        />
      )}
      <DeleteCategory category={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  )
}

interface BranchesProps {
  branches: CategoryBranch[]
  onMove: (category: CategoryBranch) => void
  onDelete: (category: CategoryBranch) => void
  top?: boolean
}

function Branches({ branches, top, ...rest }: BranchesProps) {
  return (
    <ul className={top ? 'categories' : undefined}>
      {branches.map((branch) => (
        <li key={branch.id}>
          <Row category={branch} {...rest} />
          {branch.below.length > 0 && <Branches branches={branch.below} {...rest} />}
        </li>
      ))}
    </ul>
  )
}

function Row({ category, onMove, onDelete }: { category: CategoryBranch } & Omit<BranchesProps, 'branches'>) {
  const mayEdit = useMay('editor')
  const { path, name, calendars, total } = category
  return (
    <div className="category-row">
      <Text className="category-name" fw={category.depth === 0 ? 600 : undefined}>
        {name}
      </Text>
      <Anchor component={Link} to="/calendars" search={{ category: path } as never} size="sm">
        {calendars < total && calendars > 0
          ? sayCount(words.calendars.calendarsDirect, total, { direct: calendars })
          : sayCount(words.calendars.calendarsCounted, total)}
      </Anchor>
      {mayEdit && (
        <span>
          <Action
            label={say(words.calendars.renameOrMovePath, { path })}
            Icon={IconPencil}
            onClick={() => onMove(category)}
          />
          <Action
            label={say(words.calendars.deletePath, { path })}
            Icon={IconTrash}
            onClick={() => onDelete(category)}
          />
        </span>
      )}
    </div>
  )
}

function Action({ label, Icon, onClick }: { label: string; Icon: typeof IconPencil; onClick: () => void }) {
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function DeleteCategory({
  category,
  onClose,
}: {
  category: CategoryBranch | undefined
  onClose: () => void
}) {
  // Keeps the last category, so that the text stays while the dialog closes.
  const [last, setLast] = useState(category)
  if (category && category !== last) setLast(category)
  const remove = async () => {
    await send('DELETE', `/categories/${last!.id}`)
    await readAgain('/categories', '/calendars')
    done(say(words.calendars.deleted, { name: last!.path }))
  }
  return (
    <Confirm
      opened={category !== undefined}
      onClose={onClose}
      title={say(words.calendars.askDelete, { name: last?.path ?? '' })}
      action={words.kit.delete}
      onConfirm={remove}
    >
      {last && consequencesOf(last)}
    </Confirm>
  )
}

function consequencesOf({ below, total }: CategoryBranch): string {
  const { belowDeleted, noCalendarsIn, losesCategory } = words.calendars
  const own = total === 0 ? noCalendarsIn : sayCount(losesCategory, total)
  return below.length > 0 ? say(words.kit.sentences, { first: belowDeleted, second: own }) : own
}
