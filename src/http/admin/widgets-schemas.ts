import { type Static, Type } from 'typebox'
import { WidgetSettingsInput } from '../../widgets/widget-schema.ts'
import { Done } from '../api/schemas.ts'
import type { UpcomingEvents, WidgetConfig } from '../widget/answers.ts'

const WidgetRecord = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('button'), Type.Literal('event')]),
  name: Type.String(),
  active: Type.Boolean(),
  settings: WidgetSettingsInput,
  directLink: Type.String({ description: 'Its page, for links in mails and posts.' }),
  embedCode: Type.String({ description: 'What to copy into a page of your own.' }),
})

/** A widget as its publisher sees it. */
export type WidgetRecord = Static<typeof WidgetRecord>

export const WidgetAnswer = Type.Object({ data: WidgetRecord, ...Done.properties })
export type WidgetAnswer = Static<typeof WidgetAnswer>

export const WidgetsAnswer = Type.Object({ data: Type.Array(WidgetRecord), ...Done.properties })
export type WidgetsAnswer = Static<typeof WidgetsAnswer>

/** What the pages of a widget would get. */
export interface WidgetPreview {
  config: WidgetConfig
  /** Of an event list. */
  upcoming: UpcomingEvents | null
}

export const WidgetPreviewAnswer = Type.Object({
  data: Type.Object({
    config: Type.Object({}, { description: 'As `GET /w/{id}/config` answers.' }),
    upcoming: Type.Union([Type.Object({}), Type.Null()], {
      description: 'As `GET /w/{id}/upcoming` answers; null for a button.',
    }),
  }),
  ...Done.properties,
})
