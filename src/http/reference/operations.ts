/** What the API document says of an operation beside what its route's schemas do. */
export interface OperationNote {
  id: string
  description: string
  /** With which statuses it refuses, beside those of every operation of its surface. */
  refuses: number[]
}

const note = (id: string, description: string, ...refuses: number[]): OperationNote => ({
  id,
  description,
  refuses,
})

/** By method and path. */
export const OPERATIONS: Record<string, OperationNote> = {
  'GET /apiv2/calendar': note(
    'listCalendars',
    'All calendars of yours at once, without pages. Drafts are left out unless `showDraft` is set.',
  ),
  'POST /apiv2/calendar': note(
    'createCalendar',
    'Categories and the levels above them are created where missing. Without `draftCalendar` it is a draft.',
    400,
    409,
    413,
  ),
  'GET /apiv2/calendar/{id}': note('getCalendar', 'The calendar with the links a person would follow.', 404),
  'PUT /apiv2/calendar/{id}': note(
    'updateCalendar',
    'Send only what changes, and `subGenre`, which is always required.',
    400,
    404,
    409,
    413,
  ),
  'DELETE /apiv2/calendar/{id}': note(
    'deleteCalendar',
    'Its events and the subscriptions to it go with it. Subscribers stay. Here `status` is a number.',
    404,
  ),
  'GET /apiv2/event': note(
    'listEvents',
    'Public events by start. A page after the last one, and an empty list, are answered 204: ask until then. With `svc_id` the answer is the bare list of all events of that subscriber.',
    400,
    404,
  ),
  'POST /apiv2/event': note(
    'createEvent',
    'A public event in the calendar of `calendarId`; with `svc_id` in the query a private one of that subscriber. Required are `name`, `startDate`, `endDate`, the times unless `allDay`, and of a public one `calendarId` and `location`. Without `draft` it is a draft, and in no feed.',
    400,
    404,
    409,
    413,
  ),
  'GET /apiv2/event/{id}': note('getEvent', 'A public or a private event.', 400, 404),
  'PUT /apiv2/event/{id}': note(
    'updateEvent',
    'Send only what changes. Where no event has this id or reference, but public events have it as `referenceType`, all of those are changed.',
    400,
    404,
    409,
    413,
  ),
  'DELETE /apiv2/event/{id}': note(
    'deleteEvent',
    'A public or a private event. It disappears from calendars at their next read. Here `status` is a number.',
    404,
  ),
  'PUT /apiv2/events/{referenceType}': note(
    'updateEventGroup',
    'The same change to all public events of a `referenceType`, to all or to none. `reference` is refused.',
    400,
    404,
    413,
  ),
  'POST /apiv2/batch/events': note(
    'addPrivateEvents',
    'Events that only one subscriber sees, for many subscribers. Required are `svcId`, `reference`, `name`, `startDate`, `endDate`, and the times unless `allDay`. A fault of type or value refuses the whole request; what fails in the light of what is stored is told in `items`, and the others go in. Send the same batch again when an answer is lost: nothing is stored twice.',
    400,
    409,
    413,
  ),
  'GET /apiv2/batch/events': note(
    'listPrivateEvents',
    'In the order of creation. A page after the last one is an empty list.',
    400,
    404,
  ),
  'POST /apiv2/batch/events/search': note(
    'searchPrivateEvents',
    'Ids that are not found are left out.',
    400,
    404,
    413,
  ),
  'DELETE /apiv2/batch/events': note(
    'deletePrivateEvents',
    'At most 1000 ids. The body may be part of the MD5 signature or not; it is always part of the SHA-256 one.',
    400,
    413,
  ),
  'GET /apiv2/subscriber/{key}': note(
    'getSubscriber',
    'Whatever has an `@` is an e-mail address. By `svc_id`, who has unsubscribed is answered 403; by e-mail 404.',
    404,
  ),
  'POST /apiv2/subscriber/{svc_id}/subscriptions/{action}': note(
    'changeSubscriptions',
    'The action is `add` or `remove`. Adding what is there, or removing what is not, is no error.',
    400,
    404,
    413,
  ),
  'POST /apiv2/subscriber/{svc_id}/unsubscribe': note(
    'unsubscribe',
    'Ends all subscriptions of a person. Only the person can come back, through a widget.',
    404,
  ),
  'GET /apiv2/notifications': note(
    'listNotifications',
    'Start without `after`, keep the last `id`, and ask again with it. Kept for 90 days.',
    400,
  ),
  'GET /apiv2/account': note('listAccounts', 'In the order of creation. Only for partners.'),
  'POST /apiv2/account': note(
    'createAccount',
    'A publisher of its own, with a key, calendars and widgets. The secret is told here and never again. Only for partners.',
    400,
    409,
    413,
  ),
  'GET /w/{id}/config': note('getWidget', 'What a page needs to show a widget itself.', 403, 404),
  'GET /w/{id}/upcoming': note(
    'listWidgetEvents',
    'The next page begins `after` what `next` says.',
    400,
    404,
  ),
  'GET /calendar/{id}/upcoming': note(
    'listCalendarEvents',
    'Also of calendars in no widget. The next page begins `after` what `next` says.',
    400,
    404,
  ),
  'POST /w/{id}/subscribe': note(
    'subscribe',
    'What the widget asks for has to be there. The answer has the feed in each form applications take.',
    400,
    404,
    413,
    429,
  ),
  'POST /w/{id}/link': note(
    'sendManageLink',
    'The answer is the same whether the address is known or not.',
    400,
    404,
    413,
    429,
  ),
  'GET /manage/{token}/data': note('getMyData', 'The token is the last part of the manage link.', 404, 403),
  'GET /manage/{token}/download': note('downloadMyData', 'The same data and more, to keep.', 404, 403),
  'POST /manage/{token}/calendars': note(
    'chooseMyCalendars',
    'The list replaces what is followed.',
    400,
    404,
    403,
    413,
    429,
  ),
  'POST /manage/{token}/reminders': note(
    'chooseMyReminders',
    'Null: as the publisher sets them. An empty list: none.',
    400,
    404,
    403,
    413,
    429,
  ),
  'POST /manage/{token}/unsubscribe': note('leave', 'Ends the subscription at once.', 404, 403, 429),
  'POST /manage/{token}/rotate': note(
    'replaceMyLinks',
    'The links so far end; calendars have to be subscribed to anew.',
    404,
    403,
    429,
  ),
}

/** Refusals of every signed operation. */
export const SIGNED_REFUSALS = [403, 429]

/** What a status means where it refuses. */
export const REFUSALS: Record<number, string> = {
  400: 'A field, a parameter or the body is wrong; `errors` names each with a sentence that says what is accepted.',
  403: 'The key, the signature, or what the key may do; `statusLong` says which.',
  404: 'There is no such record of yours.',
  409: 'It is in conflict with what is there, such as a reference that is taken.',
  413: 'Too many bytes or records. The connection is closed.',
  429: 'Beyond a limit. `Retry-After` says when to try again.',
  503: 'The database is busy or does not answer. `Retry-After` says when to try again.',
}
