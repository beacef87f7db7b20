import type { Ms } from './index.ts'

/** An image, public to everyone who knows its id. Primary key: publisher_id, id. */
export interface ImageTable {
  publisher_id: number
  id: string
  content_type: string
  bytes: Uint8Array // at most 300 KB
  created: Ms
}
