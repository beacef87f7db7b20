import { Type } from 'typebox'
import { pageInfo } from './calendar-tools.ts'
import { compact, LIMIT, maybe, only, PAGE, text, type Tool, tool, type ToolSettings } from './tool.ts'

export function subscriberTools({ client }: ToolSettings): Tool[] {
  return [
    tool(
      {
        name: 'find_subscriber',
        title: 'Find a subscriber',
        description:
          'Who somebody is, by e-mail address or svc_id: what they follow, which calendar application they chose, and when it last read their feed. The addresses of their feed are left out: whoever has one reads their private events.',
      },
      { subscriber: text('An e-mail address or a svc_id.') },
      async ({ subscriber }, signal) => {
        const { data, calendarUrl: _secret, ...record } = await client.getSubscriber(subscriber, { signal })
        const { calIds, calNames, eventIds, privateEventIds } = data
        return {
          subscriber: compact({ ...record, subscribed: record.IsActive, IsActive: undefined }),
          calendars: calIds.map((id, index) => ({ id, name: calNames[index] })),
          publicEvents: eventIds.length,
          privateEvents: privateEventIds.length,
        }
      },
    ),
    tool(
      {
        name: 'list_subscriber_events',
        title: 'Events of a subscriber',
        description:
          'What one subscriber has in the calendar, by start: private events and those of the calendars they follow, past ones and drafts too.',
      },
      {
        svcId: text('Of find_subscriber.'),
        kind: Type.Optional(
          Type.Enum(['private', 'fixture'], { description: 'Only private or only public ones.' }),
        ),
        from: maybe('Only what ends on this day or later, as YYYY-MM-DD.'),
        page: PAGE,
        limit: LIMIT,
      },
      async ({ svcId, kind, from = '', page = 1, limit = 20 }, signal) => {
        const all = await client.listSubscriberEvents(svcId, kind, { signal })
        const events = all.filter(({ endDate }) => endDate >= from)
        const fields = ['eventId', 'type', 'name', 'location', 'startDate', 'startTime', 'endDate', 'endTime']
        return {
          events: events
            .slice((page - 1) * limit, page * limit)
            .map((event) => only(event, ...fields, 'allDay', 'timezone', 'reference', 'draft', 'cancelled')),
          ...pageInfo(page, limit, events.length),
        }
      },
    ),
    tool(
      {
        name: 'list_notifications',
        title: 'Notifications',
        description:
          'Notifications of the last 90 days as webhooks got them, such as subscriptions, changes of calendars and unsubscriptions, oldest first. With `newest` the latest ones. Else give `next` as `after` to go on.',
      },
      {
        after: maybe('The id of a notification: what came after it.'),
        newest: Type.Optional(Type.Boolean({ description: 'The latest ones, in place of the oldest.' })),
        limit: LIMIT,
      },
      async ({ after = '', newest = false, limit = 20 }, signal) => {
        if (!newest) {
          const notifications = await client.listNotifications({ after, limit }, { signal })
          const full = notifications.length === limit
          return { notifications, ...(full && { next: notifications.at(-1)!.id }) }
        }
        let latest: object[] = []
        let read = 0
        for await (const notification of client.notifications(after, { signal })) {
          latest = [...latest, notification].slice(-limit)
          if (++read >= MAX_WALKED) break
        }
        return { notifications: latest, ...(read >= MAX_WALKED && { incomplete: TOO_MANY }) }
      },
    ),
  ]
}

/** Maximum notifications that are read to find the latest ones, since the API lists the oldest first. */
const MAX_WALKED = 5000
const TOO_MANY = `There are more than ${MAX_WALKED}. Give the id of the last one as \`after\` to go on from there.`
