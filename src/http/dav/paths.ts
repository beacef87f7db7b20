import { isId } from '../../ids.ts'

/** What a path below `/dav` may name. It may still not exist. */
export type DavPath =
  | { kind: 'root' }
  | { kind: 'principal'; account: string }
  | { kind: 'home'; account: string }
  | { kind: 'collection'; account: string; collection: string }
  | { kind: 'object'; account: string; collection: string; id: string }
  | { kind: 'registration'; account: string; id: string }

const COLLECTION = /^([0-9a-f]{24}|private|ended)$/
const OBJECT = /^([0-9a-f]{24}|ended)\.ics$/

/** The folder of an account that has its collections. */
const HOME = 'cal'
/** The folder of an account that has its push registrations. */
const PUSH = 'push'

/** Writes the paths of an installation. `base`: the path of its public address, without a slash at the end. */
export function davPaths(publicUrl: string) {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/dav`
  const principal = (account: string) => `${base}/${account}/`
  const home = (account: string) => `${principal(account)}${HOME}/`
  const collection = (account: string, name: string) => `${home(account)}${name}/`
  return {
    root: `${base}/`,
    principal,
    home,
    collection,
    object: (account: string, name: string, id: string) => `${collection(account, name)}${id}.ics`,
    registration: (account: string, id: string) => `${principal(account)}${PUSH}/${id}`,
    /** Reads a path, or an address with one. Undefined if it can't be one of an account. */
    read(href: string): DavPath | undefined {
      const path = pathOf(href)
      return path?.startsWith(`${base}/`) || path === base ? readPath(path.slice(base.length)) : undefined
    },
  }
}

export type DavPaths = ReturnType<typeof davPaths>

function readPath(path: string): DavPath | undefined {
  const [account, folder, collection, file, ...more] = path.split('/').filter(Boolean)
  if (account === undefined) return { kind: 'root' }
  if (!isId(account) || more.length > 0) return undefined
  if (folder === undefined) return { kind: 'principal', account }
  if (folder === PUSH)
    return isId(collection) && file === undefined
      ? { kind: 'registration', account, id: collection }
      : undefined
  if (folder !== HOME) return undefined
  if (collection === undefined) return { kind: 'home', account }
  if (!COLLECTION.test(collection)) return undefined
  if (file === undefined) return { kind: 'collection', account, collection }
  const id = OBJECT.exec(file)?.[1]
  return id === undefined ? undefined : { kind: 'object', account, collection, id }
}

/** Returns the path of an address, decoded: some clients encode more of it than they have to. */
function pathOf(href: string): string | undefined {
  const path = href.startsWith('/') ? href.split(/[?#]/, 1)[0]! : URL.parse(href)?.pathname
  try {
    return path && decodeURIComponent(path)
  } catch {
    return undefined
  }
}
