import { CONSENT_FIELDS } from '../../../src/widgets/widget.ts'
import { PROFILE_LABELS } from '../kit/profile-labels.ts'
import type { SavedColumn } from '../kit/save-list.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { SOURCES } from './words.ts'

const texts = words.subscribers

const DAYS = new Set(['dob', 'parentConsentOn'])
const CONSENT = { yes: texts.agreed, no: texts.notAgreed }

/** The columns of a saved list of subscribers, by the heading that the service gives them. */
export function savedColumns(widgets: { id: string; name: string }[]): Record<string, SavedColumn> {
  return {
    svcId: { title: texts.idInApi },
    email: { title: words.kit.email },
    state: { title: words.kit.state, values: { active: texts.active, left: texts.unsubscribed } },
    since: { title: texts.since, kind: 'moment' },
    left: { title: texts.unsubscribedAt, kind: 'moment' },
    source: { title: texts.source, values: SOURCES },
    widgetId: {
      title: texts.widget,
      values: Object.fromEntries(widgets.map(({ id, name }) => [id, name])),
    },
    ...Object.fromEntries(
      Object.entries(PROFILE_LABELS).map(([name, title]): [string, SavedColumn] => [
        name,
        DAYS.has(name) ? { title, kind: 'day' } : { title },
      ]),
    ),
    ...Object.fromEntries(
      CONSENT_FIELDS.map((field, at): [string, SavedColumn] => [
        field,
        { title: say(texts.consent, { number: at + 1 }), values: CONSENT },
      ]),
    ),
    customFields: { title: texts.ownQuestions },
    calendars: { title: texts.calendars },
    applications: { title: texts.applications },
    reads: { title: texts.reads, kind: 'number' },
    lastRead: { title: texts.lastRead, kind: 'moment' },
  }
}
