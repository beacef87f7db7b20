import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { categoryTree, countUncategorized } from '../../calendars/category-tree.ts'
import { suggestGenres } from '../../calendars/genres.ts'
import { type CategoryChange, deleteCategory, moveCategory } from '../../calendars/save-category.ts'
import type { AppContext } from '../../context.ts'
import type { ConfiguredContext } from '../../operation.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { CategoryAnswer, CategoryInput, CategoryTree, GenreList } from './calendars-schemas.ts'

const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** The tree of categories, and suggested genres. */
export function categoryAdminRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Category Data' } as const
    const looking = { role: 'viewer' } as const
    const tags = ['Calendars']
    const answers = { 200: CategoryAnswer }

    app.get(
      '/categories',
      {
        config: looking,
        schema: contract({
          id: 'listCategories',
          tags,
          summary: 'The tree of categories',
          answers: { 200: CategoryTree },
        }),
      },
      async (req): Promise<CategoryTree> => ({
        data: await categoryTree(ctx.db, req.publisher.id),
        uncategorized: await countUncategorized(ctx.db, req.publisher.id),
        ...OK,
      }),
    )

    app.put<ById & { Body: Static<typeof CategoryInput> }>(
      '/categories/:id',
      {
        config,
        schema: contract({
          id: 'moveCategory',
          tags,
          summary: 'Rename or move a category with all below it; merges it with one of that path',
          params: ById,
          body: CategoryInput,
          answers,
        }),
      },
      (req) =>
        changed(req, 'category.change', (within) =>
          moveCategory(within, req.publisher.id, req.params.id, req.body.path),
        ),
    )

    app.delete<ById>(
      '/categories/:id',
      {
        config,
        schema: contract({
          id: 'deleteCategory',
          tags,
          summary: 'Delete a category and all below it; calendars stay',
          params: ById,
          answers,
        }),
      },
      (req) =>
        changed(req, 'category.delete', (within) => deleteCategory(within, req.publisher.id, req.params.id)),
    )

    app.get(
      '/genres',
      {
        config: looking,
        schema: contract({
          id: 'listGenres',
          tags,
          summary: 'Suggested genres',
          answers: { 200: GenreList },
        }),
      },
      async (req): Promise<GenreList> => ({ data: await suggestGenres(ctx.db, req.publisher.id), ...OK }),
    )
    return Promise.resolve()
  }

  async function changed(
    req: FastifyRequest,
    action: 'category.change' | 'category.delete',
    work: (within: ConfiguredContext) => Promise<CategoryChange>,
  ): Promise<Static<typeof CategoryAnswer>> {
    const { path, calendars } = await audited(ctx, req.actor, action, async (within) => {
      const done = await work(within)
      const { id, path } = done.before
      const after = action === 'category.delete' ? null : { path: done.path, calendars: done.calendars }
      return { result: done, subject: { kind: 'category', id }, before: { path }, after }
    })
    return { data: { path, calendars }, ...OK }
  }
}
