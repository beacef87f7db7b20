import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ImageTable } from '../db/tables/image.ts'
import { addToDirectory } from '../publishers/directory.ts'
import type { Image } from './image.ts'

export async function findImage(db: Db, publisherId: number, id: string): Promise<Image | undefined> {
  const row = await db
    .selectFrom('image')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toImage(row)
}

export async function insertImage(tx: Db, image: Image, now: number): Promise<void> {
  await addToDirectory(tx, 'image', image.id, image.publisherId)
  await tx
    .insertInto('image')
    .values({
      publisher_id: image.publisherId,
      id: image.id,
      content_type: image.contentType,
      bytes: image.bytes,
      created: now,
    })
    .execute()
}

function toImage(row: Selectable<ImageTable>): Image {
  return { publisherId: row.publisher_id, id: row.id, contentType: row.content_type, bytes: row.bytes }
}
