import type { Json, Ms } from './index.ts'

/** Primary key: publisher_id, id. */
export interface WidgetTable {
  publisher_id: number
  id: string
  type: 'button' | 'event'
  name: string
  active: 0 | 1
  settings: Json // WidgetSettings
  created: Ms
}
