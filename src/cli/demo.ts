import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { startCupSite } from '../demo/cup-site.ts'
import { type Demo, fillDemo } from '../demo/fill-demo.ts'
import { addSourceWeek } from '../demo/source-week.ts'
import { publicFeedUrl } from '../links/calendar-urls.ts'
import { runProcess } from '../serve/process.ts'
import { signMd5 } from '../signing/signature.ts'
import { feedUrls, manageLink } from '../subscribers/manage-link.ts'
import { insertLink, linkUrl } from '../users/sign-in-link.ts'
import { directLink } from '../widgets/widget.ts'

const EXAMPLES = `
Examples:
  fasti demo --serve                 look at it in a browser, until Ctrl-C
  FASTI_DATA=data/demo fasti demo    keep it, to be served later`

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'fill an empty database with a believable publisher: a season of fixtures, subscribers, widgets',
    )
    .option('--serve', 'serve it too, on a free port unless PORT is set', false)
    .addHelpText('after', EXAMPLES)
    .action(({ serve }: { serve: boolean }) => (serve ? serveDemo() : keepDemo()))
}

async function keepDemo(): Promise<void> {
  await using ctx = await openContext(readConfig(process.env))
  const demo = await fillDemo(ctx)
  const invitation = linkUrl(ctx.config.http.publicUrl, 'invitation', demo.owner.token)
  print(ctx, demo, invitation)
}

/** Fills and serves the demo until a signal stops it. Without a place for its data it has one that is removed then. */
async function serveDemo(): Promise<void> {
  const { env } = process
  using own =
    env.FASTI_DATA || env.DATABASE_URL ? undefined : mkdtempDisposableSync(join(tmpdir(), 'fasti-demo-'))
  await using site = await startCupSite()
  const settings = readConfig({
    ...env,
    PORT: env.PORT || String(await freePort()),
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
    ...(own && { FASTI_DATA: own.path }),
  })
  // The website that a calendar is read from is on this machine.
  const config = { ...settings, webhooks: { ...settings.webhooks, allowPrivate: true } }
  console.error('fasti: inventing half a year of a league, which takes some seconds')
  const demo = await fill()
  await runProcess(config, 'all', {
    prepared: () => Promise.resolve({ first: true }),
    started: async (ctx) => {
      const { publisherId, id: userId } = demo.owner.user
      const token = await insertLink(ctx.db, 'sign-in', { publisherId, userId }, ctx.now())
      print(ctx, demo, `${linkUrl(ctx.config.http.publicUrl, 'sign-in', token)}   (within 15 minutes)`)
      console.log(`\nCtrl-C ends it${own ? ', and its data is gone then' : ''}.`)
    },
  })

  async function fill(): Promise<Demo> {
    await using ctx = await openContext(config)
    const filled = await fillDemo(ctx)
    await addSourceWeek(ctx, filled.publisher, site)
    return filled
  }
}

/** A port that nobody listens on. Somebody else might take it before the service does. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** `portal`: how to get into the admin portal. */
function print(ctx: AppContext, demo: Demo, portal: string): void {
  const { publicUrl } = ctx.config.http
  const { publisher, apiKey, calendars, subscribers } = demo
  const calendar = calendars[0]!
  const subscriber = subscribers[0]!
  const target = { publisherId: publisher.id, id: subscriber.id, number: 0 }
  const { firstName, lastName } = subscriber.profile
  console.log(`${publisher.company}: ${calendars.length} calendars, ${demo.events} events, ${subscribers.length} subscribers, ${demo.privateEvents} private events

Portal      ${portal}
Publisher   ${publisher.id}
API key     ${apiKey.key}
Secret      ${apiKey.secret}
${demo.widgets.map((widget) => `Widget      ${directLink(publicUrl, widget)}   (${widget.name})`).join('\n')}
Calendar    ${publicFeedUrl(publicUrl, calendar.id)}   (${calendar.name})
Subscriber  ${subscriber.id}   (${firstName} ${lastName}, ${subscriber.email})
Feed        ${feedUrls(ctx, target, publisher).httpsCalUrl}
Manage      ${manageLink(ctx, target)}

The next matches by the API, while the service runs:
curl '${signedListUrl(ctx, demo)}'`)
}

/** A signed URL for the next events of a calendar. */
function signedListUrl(ctx: AppContext, { apiKey, calendars }: Demo): string {
  const url = new URL(`${ctx.config.http.publicUrl}/apiv2/event`)
  const query: [string, string][] = [
    ['apiKey', apiKey.key],
    ['calendarIds', calendars[0]!.id],
    ['limit', '5'],
  ]
  const sign = signMd5(apiKey.secret, { query, body: Buffer.alloc(0) })
  for (const [name, value] of [...query, ['apiSign', sign] as const]) url.searchParams.append(name, value)
  return url.href
}
