/**
 * The address of the file behind an address that people copy from their browser: of a Google sheet
 * (`/spreadsheets/d/…/edit#gid=…`, `/pubhtml`), or of a file on GitHub. Any other one is returned as it is.
 */
export function fileAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  if (url.hostname === 'docs.google.com') return googleSheet(url) ?? address
  if (url.hostname === 'github.com') return githubFile(url) ?? address
  return address
}

/** True for an address of a Google sheet. */
export function isGoogleSheet(address: string): boolean {
  const url = URL.parse(address)
  return url?.hostname === 'docs.google.com' && url.pathname.startsWith('/spreadsheets/')
}

/** The sheet as CSV. `gid` chooses one of several sheets; without it Google sends the first one. */
function googleSheet({ origin, pathname, searchParams, hash }: URL): string | undefined {
  const gid = searchParams.get('gid') ?? new URLSearchParams(hash.slice(1)).get('gid')
  const sheet = gid && /^\d+$/.test(gid) ? `&gid=${gid}` : ''
  const published = /^(\/spreadsheets\/d\/e\/[\w-]+)\/pub(html)?$/.exec(pathname)
  if (published) {
    // A published workbook keeps its form: somebody chose it.
    if (!published[2] && searchParams.has('output')) return undefined
    return `${origin}${published[1]}/pub?output=csv${sheet}`
  }
  // `/u/1/`: somebody who is signed in with several accounts.
  const shared =
    /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(?:\/(?:edit|view|preview|copy|htmlview))?\/?$/.exec(
      pathname,
    )
  return shared ? `${origin}/spreadsheets/d/${shared[1]}/export?format=csv${sheet}` : undefined
}

function githubFile({ pathname }: URL): string | undefined {
  const file = /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/.exec(pathname)
  return file ? `https://raw.githubusercontent.com/${file[1]}/${file[2]}` : undefined
}
