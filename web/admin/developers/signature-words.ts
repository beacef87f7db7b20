import type { SignatureAnswer } from '../../../src/http/admin/signature-check-schemas.ts'
import { lengthOfTime } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { language, words } from '../words/index.ts'

type Problem = SignatureAnswer['problems'][number]

const texts: Record<string, string> = words.signatures

/** What is wrong with a signature, and what to change, in the language of the page. */
export function problemTexts({ code, what, change, detail }: Problem, clock: SignatureAnswer['clock']) {
  const name = code.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const [found, fix] = [texts[name], texts[`${name}Fix`]]
  if (found === undefined || fix === undefined)
    return language === 'en' ? { what, change } : { what: words.developers.matchesNot, change: '' }
  const difference = code === 'clock' && clock ? lengthOfTime(Math.abs(clock.seconds) / 60) : detail
  return { what: say(found, { detail: difference }), change: fix }
}

/** Why a key would be refused all the same. */
export const REFUSALS: Record<SignatureAnswer['refusalKinds'][number], string> = {
  off: words.signatures.keyOff,
  expired: words.signatures.keyExpired,
  sha256Only: words.signatures.keySha256,
  onceOnly: words.signatures.keyOnce,
}
