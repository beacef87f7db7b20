import { type Static, Type } from 'typebox'
import { WidgetSettingsInput } from '../../widgets/widget-schema.ts'
import { Answer } from '../answer.ts'
import { MonthEvents, UpcomingEvents, WidgetConfig } from '../widget/answers.ts'

const WidgetRecord = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('button'), Type.Literal('event')]),
  name: Type.String(),
  active: Type.Boolean(),
  settings: WidgetSettingsInput,
  directLink: Type.String({ description: 'Its page, for links in mails and posts.' }),
  embedCode: Type.String({ description: 'The code to copy into a page of your own.' }),
})

/** A widget as users see it. */
export type WidgetRecord = Static<typeof WidgetRecord>

export const WidgetAnswer = Answer({ data: WidgetRecord })
export type WidgetAnswer = Static<typeof WidgetAnswer>

export const WidgetsAnswer = Answer({ data: Type.Array(WidgetRecord) })
export type WidgetsAnswer = Static<typeof WidgetsAnswer>

/** The data that the pages of a widget would load. */
const WidgetPreview = Type.Object({
  config: WidgetConfig,
  upcoming: Type.Union([UpcomingEvents, Type.Null()], { description: 'Null for a button.' }),
  month: Type.Union([MonthEvents, Type.Null()], { description: 'The current month; null for a button.' }),
})
export type WidgetPreview = Static<typeof WidgetPreview>

export const WidgetPreviewAnswer = Answer({ data: WidgetPreview })
