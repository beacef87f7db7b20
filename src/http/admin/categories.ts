import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { categoryTree, countUncategorized } from '../../calendars/category-tree.ts'
import { suggestGenres } from '../../calendars/genres.ts'
import { type CategoryChange, deleteCategory, moveCategory } from '../../calendars/save-category.ts'
import type { AppContext } from '../../context.ts'
import { audit } from '../../users/audit.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import { CategoryAnswer, CategoryInput, CategoryTree, GenreList } from './calendars-schemas.ts'
import { change } from './change.ts'

const ById = Type.Object({ id: Key })
type ById = { Params: Static<typeof ById> }

/** The tree that calendars are sorted into, and the genres that suggest themselves. */
export function categoryAdminRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Category Data' } as const
    const looking = { role: 'viewer' } as const
    const tags = ['Calendars']
    const response = { 200: CategoryAnswer, ...ERRORS }

    app.get(
      '/categories',
      {
        config: looking,
        schema: { tags, summary: 'The tree of categories', response: { 200: CategoryTree, ...ERRORS } },
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
        schema: {
          tags,
          summary: 'Rename or move a category with all below it; merges it with one of that path',
          params: ById,
          body: CategoryInput,
          response,
        },
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
        schema: {
          tags,
          summary: 'Delete a category and all below it; calendars stay',
          params: ById,
          response,
        },
      },
      (req) =>
        changed(req, 'category.delete', (within) => deleteCategory(within, req.publisher.id, req.params.id)),
    )

    app.get(
      '/genres',
      {
        config: looking,
        schema: { tags, summary: 'Suggested genres', response: { 200: GenreList, ...ERRORS } },
      },
      async (req): Promise<GenreList> => ({ data: await suggestGenres(ctx.db, req.publisher.id), ...OK }),
    )
    return Promise.resolve()
  }

  async function changed(
    req: FastifyRequest,
    action: 'category.change' | 'category.delete',
    work: (within: AppContext) => Promise<CategoryChange>,
  ): Promise<Static<typeof CategoryAnswer>> {
    const { path, calendars } = await change(ctx, async (within) => {
      const done = await work(within)
      const { id } = done.before
      const after = action === 'category.delete' ? null : { path: done.path, calendars: done.calendars }
      await audit(within.db, req.actor, action, { kind: 'category', id }, { path: done.before.path }, after)
      return done
    })
    return { data: { path, calendars }, ...OK }
  }
}
