/**
 * Mailbox providers that many people use. Those that resemble each other (gmail.com, ymail.com, mail.com) are listed
 * so that none is taken for a mistake in another.
 */
const PROVIDERS =
  'gmail.com googlemail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.es hotmail.it hotmail.de outlook.com outlook.de ' +
  'outlook.fr outlook.es outlook.jp live.com live.co.uk live.fr live.nl live.at live.de msn.com yahoo.com yahoo.co.uk yahoo.fr ' +
  'yahoo.es yahoo.it yahoo.de yahoo.co.jp ymail.com rocketmail.com icloud.com me.com mac.com aol.com aol.de mail.com email.com ' +
  'gmx.com gmx.at gmx.de gmx.net gmx.ch web.de t-online.de freenet.de posteo.de mailbox.org proton.me protonmail.com pm.me ' +
  'tutanota.com fastmail.com hey.com zoho.com yandex.com yandex.ru mail.ru aon.at chello.at a1.net bluewin.ch ' +
  'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it btinternet.com sky.com talktalk.net virginmedia.com ' +
  'telefonica.net terra.es comcast.net verizon.net att.net sbcglobal.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp ' +
  'naver.com qq.com 163.com 126.com'

/** Endings that do not exist, or that nobody means. */
const ENDINGS = /\.(con|cmo|ocm|vom|xom|cpm|comm|coom|cim|clm|c0m)$/

const known = PROVIDERS.split(' ')
const nameOf = (domain: string) => domain.split('.')[0]!
/** Names with an ending for each country, of which the list has only some: hotmail, yahoo. */
const names = known.map(nameOf)
const international = new Set(names.filter((name, i) => names.indexOf(name) !== i))

/** Returns the address that was probably meant; undefined if there is no likely mistake in the domain. */
export function likelyEmail(typed: string): string | undefined {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || known.includes(domain)) return undefined
  const mended = domain.replace(ENDINGS, '.com')
  const meant = international.has(nameOf(mended)) ? mended : (nearest(mended) ?? mended)
  return meant === domain ? undefined : text.slice(0, at + 1) + meant
}

/** The provider that a domain resembles most. Of short names too many differ in one letter: live.com and love.com. */
function nearest(domain: string): string | undefined {
  const near = known
    .map((provider) => ({ provider, letters: distance(domain, provider) }))
    .filter(({ provider, letters }) => provider.length >= 9 && letters <= (provider.length < 10 ? 1 : 2))
  return near.sort((a, b) => a.letters - b.letters)[0]?.provider
}

/**
 * The number of letters to add, remove, change, or swap with the next one, to get from one text to the other
 * (Damerau–Levenshtein, in the form of optimal string alignment).
 */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
