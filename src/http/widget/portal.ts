import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { switchAlerts } from '../../alerts/switch-alerts.ts'
import type { AppContext } from '../../context.ts'
import { chooseCalendars } from '../../subscribers/choose-calendars.ts'
import { chooseReminders } from '../../subscribers/choose-reminders.ts'
import { rememberLanguage } from '../../subscribers/remember-language.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { sendParts } from '../send-parts.ts'
import { PortalData, UpcomingEvents } from './answers.ts'
import { parseBody } from './forms.ts'
import {
  ByToken,
  countedFreshLink,
  countedLink,
  getActiveLink,
  getFreshLink,
  isFresh,
  type ManageRequest,
  NEEDS_MAIL,
} from './manage-links.ts'
import { myData } from './my-data.ts'
import { myUpcoming, portalData } from './portal-data.ts'
import { PersonalData, PrivateEvent } from './present-my-data.ts'
import { PageQuery } from './upcoming.ts'

const Calendars = Type.Object(
  {
    calendarIds: Type.Array(Type.String(), {
      maxItems: 1000,
      accepts: 'a list of at most 1000 calendar ids',
    }),
  },
  { label: 'Subscriber' },
)
const Reminders = Type.Object(
  {
    reminders: Type.Union(
      [Type.Null(), Type.Array(Type.String({ pattern: '^\\d{1,4}[MHD]$' }), { maxItems: 2 })],
      { accepts: 'null, or a list of at most two of up to four digits and M, H or D, such as 15M' },
    ),
  },
  { label: 'Subscriber' },
)
const Alerts = Type.Object({ on: Type.Boolean({ accepts: 'true or false' }) }, { label: 'Subscriber' })

const MyData = Type.Object({ ...PersonalData.properties, privateEvents: Type.Array(PrivateEvent) })

/** Downloads with one link: they need no key, and a file may be large. */
const DOWNLOAD_LIMIT = { requests: 5, lengthMs: 600_000 }

type Params = Static<typeof ByToken>

/** A subscriber's data and choices, behind the manage link. */
export function portalRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const mine = { tags: ['Portal'], params: ByToken }

    app.get(
      '/manage/:token/data',
      {
        config,
        schema: contract({
          ...mine,
          id: 'getMyData',
          summary: 'What is stored of me',
          description:
            'The token is the last part of the manage link. E-mail and profile are there only for a browser that came from a mail.',
          answers: { 200: PortalData },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const active = await getActiveLink(ctx, req.params.token)
        return portalData(ctx, active, req.headers.cookie)
      },
    )

    app.get(
      '/manage/:token/download',
      {
        config,
        exposeHeadRoute: false,
        schema: contract({
          ...mine,
          id: 'downloadMyData',
          summary: 'All that is stored of me, as a file',
          description: `The same data and more, to keep. ${NEEDS_MAIL}`,
          answers: { 200: MyData },
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { subscriber } = await getFreshLink(ctx, req.params.token, req.headers.cookie)
        const { publisherId, id } = subscriber
        await requireWithinLimit(ctx, reply, publisherId, `download ${id}`, DOWNLOAD_LIMIT)
        return sendParts(reply, myData(ctx, subscriber), {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="my-data.json"',
        })
      },
    )

    app.get<{ Params: Params; Querystring: Static<typeof PageQuery> }>(
      '/manage/:token/upcoming',
      {
        config,
        schema: contract({
          ...mine,
          id: 'listMyUpcoming',
          summary: 'What comes next in my calendar',
          description:
            'Events of the calendars that are followed. Private ones are among them only for a browser that came from a mail within the hour, or soon after the data was typed.',
          query: PageQuery,
          answers: { 200: UpcomingEvents },
          refuses: [400, 403, 404],
        }),
      },
      async (req) => {
        const active = await getActiveLink(ctx, req.params.token)
        return myUpcoming(ctx, active, isFresh(ctx, active, req.headers.cookie), req.query)
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Calendars> }>(
      '/manage/:token/calendars',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'chooseMyCalendars',
          summary: 'Follow exactly these calendars',
          description: 'The list replaces what is followed.',
          body: Calendars,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedLink(ctx, req, reply)).target
        await chooseCalendars(ctx, publisherId, id, req.body.calendarIds)
        return OK
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Reminders> }>(
      '/manage/:token/reminders',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'chooseMyReminders',
          summary: 'Have these reminders',
          description: 'Null: as the publisher sets them. An empty list: none.',
          body: Reminders,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedLink(ctx, req, reply)).target
        await chooseReminders(ctx, publisherId, id, req.body.reminders)
        return OK
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Alerts> }>(
      '/manage/:token/alerts',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'switchMyAlerts',
          summary: 'Switch mails about changes on or off',
          description: `They tell of changes that the calendar has not fetched. The language of the request is that of later ones. ${NEEDS_MAIL}`,
          body: Alerts,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await switchAlerts(ctx.db, publisherId, id, req.body.on ? 'on' : 'off')
        await rememberLanguage(ctx, publisherId, id, languageOf(req))
        return OK
      },
    )

    app.post(
      '/manage/:token/unsubscribe',
      {
        config,
        schema: contract({
          ...mine,
          id: 'leave',
          summary: 'Leave',
          description: `Ends the subscription at once. ${NEEDS_MAIL}`,
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await unsubscribe(ctx, publisherId, id)
        return OK
      },
    )

    return Promise.resolve()
  }
}
