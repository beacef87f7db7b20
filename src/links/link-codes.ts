import { randomInt } from 'node:crypto'
import { MAX_PUBLISHER_ID } from '../ids.ts'

/** Letters and digits that can be told apart in print. */
const LETTERS = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
/** 57 to this power is more than 2^58: a code can't be guessed. */
const CODE_LENGTH = 10
const SHORT = new RegExp(`^([${LETTERS}]{1,6})([${LETTERS}]{${CODE_LENGTH}})(?:-([2-9]|10))?$`)

/** A quick link by the code of its event. */
export interface CodedLink {
  publisherId: number
  /** The code of the event, unique within the publisher. */
  code: string
  /** 1 to 10. */
  position: number
}

/** A new random code for the quick links of an event. */
export function newLinkCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/**
 * The last part of a quick link's address: the publisher's number, so that one node of several can answer; the code;
 * and the position, unless it is 1.
 */
export function writeCodedLink({ publisherId, code, position }: CodedLink): string {
  return numberText(publisherId) + code + (position === 1 ? '' : `-${position}`)
}

/** Returns undefined unless `writeCodedLink` could have written it. */
export function readCodedLink(text: string): CodedLink | undefined {
  const [, number = '', code = '', position = '1'] = SHORT.exec(text) ?? []
  const publisherId = [...number].reduce((sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter), 0)
  if (publisherId < 1 || publisherId > MAX_PUBLISHER_ID || numberText(publisherId) !== number)
    return undefined
  return { publisherId, code, position: Number(position) }
}

function numberText(value: number): string {
  const higher = Math.floor(value / LETTERS.length)
  return (higher > 0 ? numberText(higher) : '') + LETTERS[value % LETTERS.length]
}
