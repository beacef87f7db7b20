import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { type Demo, fillDemo } from '../demo/fill-demo.ts'
import { publicFeedUrl } from '../links/calendar-urls.ts'
import { signMd5 } from '../signing/signature.ts'
import { feedUrls, manageLink } from '../subscribers/manage-link.ts'
import { directLink } from '../widgets/widget.ts'

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'fill an empty database with a believable publisher: a season of fixtures, subscribers, widgets',
    )
    .action(demo)
}

async function demo(): Promise<void> {
  await using ctx = await openContext(readConfig(process.env))
  print(ctx, await fillDemo(ctx))
}

function print(ctx: AppContext, demo: Demo): void {
  const { publicUrl } = ctx.config.http
  const { publisher, apiKey, calendars, subscribers } = demo
  const calendar = calendars[0]!
  const subscriber = subscribers[0]!
  const target = { publisherId: publisher.id, id: subscriber.id, number: 0 }
  const { firstName, lastName } = subscriber.profile
  console.log(`${publisher.company}: ${calendars.length} calendars, ${demo.events} events, ${subscribers.length} subscribers, ${demo.privateEvents} private events

Publisher   ${publisher.id}
API key     ${apiKey.key}
Secret      ${apiKey.secret}
${demo.widgets.map((widget) => `Widget      ${directLink(publicUrl, widget)}   (${widget.name})`).join('\n')}
Calendar    ${publicFeedUrl(publicUrl, calendar.id)}   (${calendar.name})
Subscriber  ${subscriber.id}   (${firstName} ${lastName}, ${subscriber.email})
Feed        ${feedUrls(ctx, target, publisher).httpsCalUrl}
Manage      ${manageLink(ctx, target)}

The next matches by the API (start the service first):
curl '${signedListUrl(publicUrl, apiKey, calendar.id)}'`)
}

/** A signed URL for the next events of a calendar. */
function signedListUrl(publicUrl: string, apiKey: Demo['apiKey'], calendarId: string): string {
  const url = new URL(`${publicUrl}/apiv2/event`)
  const query: [string, string][] = [
    ['apiKey', apiKey.key],
    ['calendarIds', calendarId],
    ['limit', '5'],
  ]
  const sign = signMd5(apiKey.secret, { query, body: Buffer.alloc(0) })
  for (const [name, value] of [...query, ['apiSign', sign] as const]) url.searchParams.append(name, value)
  return url.href
}
