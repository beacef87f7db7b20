import type { AppContext } from '../../context.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { directionOf, type Language } from '../../words/index.ts'
import { fromMailUntil } from './fresh.ts'
import { getActiveLink } from './manage-links.ts'
import { presentPublisher } from './present.ts'

/** The width and height of stored logos, in pixels. */
const LOGO_SIZES = '100x100'

/**
 * Returns the web app manifest of a portal, with which it can be put on a home screen: iPhones and iPads have web
 * push only there. A home screen page has no cookies of the browser. So for a browser that came from a mail its
 * address has a code for the rest of the hour, like the one that leads to another device. Throws for a link that is not
 * active.
 */
export async function portalManifest(
  ctx: AppContext,
  token: string,
  cookies: string | undefined,
  language: Language,
): Promise<object> {
  const { target } = await getActiveLink(ctx, token)
  const { name, logo, primaryColor } = presentPublisher(await getPublisher(ctx.db, target.publisherId))
  const until = fromMailUntil(ctx, cookies, target)
  const path = `/manage/${token}`
  const code = until === undefined ? undefined : ctx.links.freshCode('browser', target, until)
  const isStored = logo && logo.startsWith(`${ctx.config.http.publicUrl}/logo/`)
  return {
    id: path,
    name,
    start_url: code === undefined ? path : `${path}/fresh/${code}`,
    scope: '/manage/',
    display: 'standalone',
    lang: language,
    dir: directionOf(language),
    ...(primaryColor && { theme_color: primaryColor }),
    icons: logo ? [{ src: logo, ...(isStored && { sizes: LOGO_SIZES, type: 'image/png' }) }] : [],
  }
}
