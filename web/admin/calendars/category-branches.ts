import type { CategoryTree } from '../../../src/http/admin/calendars-schemas.ts'

type Category = CategoryTree['data'][number]

/** A category and the categories below it. */
export interface CategoryBranch extends Category {
  below: CategoryBranch[]
}

/** Builds the tree from a list in depth-first order. */
export function buildTree(categories: Category[]): CategoryBranch[] {
  const top: CategoryBranch[] = []
  const open: CategoryBranch[] = []
  for (const category of categories) {
    const branch = { ...category, below: [] }
    while (open.length > 0 && !isBelow(branch, open.at(-1)!)) open.pop()
    const siblings = open.at(-1)?.below ?? top
    siblings.push(branch)
    open.push(branch)
  }
  return top
}

function isBelow(branch: Category, above: Category): boolean {
  return branch.path.toLowerCase().startsWith(`${above.path.toLowerCase()}/`)
}
