import type { IcsEvent } from '../ics/event.ts'
import type { GrantTokens, TargetKind } from './grant.ts'

/** A provider of calendars that the service writes into. All methods throw ProviderError. */
export interface Provider {
  /** The name by which a person's calendar counts as read. */
  application: string
  /** The rights that a consent asks for. `needed`: those without which nothing works. */
  scopes: Record<TargetKind, { asked: string[]; needed: string[] }>
  /** Returns the page at which somebody consents. */
  consentUrl(kind: TargetKind, consent: { state: string; challenge: string; redirectUri: string }): string
  /** Exchanges the code of a consent. */
  exchange(code: string, verifier: string, redirectUri: string): Promise<Consent>
  /** Returns new tokens. Throws `revoked` if the consent is over. */
  refresh(refreshToken: string): Promise<GrantTokens>
  /** Ends a consent. One that is over already counts as ended. */
  revoke(refreshToken: string): Promise<void>

  /** Makes a calendar. */
  createCalendar(access: Access, calendar: RemoteCalendar): Promise<FoundCalendar>
  updateCalendar(access: Access, remoteId: string, calendar: RemoteCalendar): Promise<void>
  /** Finds a calendar; undefined: it is gone. */
  findCalendar(access: Access, remoteId: string): Promise<FoundCalendar | undefined>
  /** Gives a calendar a colour (`#rrggbb`) in the list of its owner. */
  colorCalendar(access: Access, remoteId: string, color: string): Promise<void>
  /** Opens a calendar for everybody. */
  openCalendar(access: Access, remoteId: string): Promise<void>
  /** Deletes a calendar; one that is gone counts as deleted. */
  deleteCalendar(access: Access, remoteId: string): Promise<void>
  /** The address at which people add an open calendar. */
  addUrl(remoteId: string): string

  /** Lists the events of a calendar by our ids, with our stamps; the stamp of a deleted one is null. */
  listEvents(access: Access, remoteId: string): Promise<Map<string, string | null>>
  /** Most operations that `write` takes at once. */
  batchSize: number
  /** Carries out operations on different events, in any order. Returns an outcome for each. */
  write(access: Access, remoteId: string, operations: Operation[]): Promise<Outcome[]>
}

export interface Consent {
  tokens: GrantTokens
  /** The rights that were granted: a person can untick some. */
  scopes: string[]
}

/** The rights and the pace of a grant. */
export interface Access {
  /** Returns an access token; a new one if `renew` is set, since the last was refused. */
  token(renew?: boolean): Promise<string>
  /** Waits until so many requests may be sent. */
  pay(requests: number): Promise<void>
}

export interface FoundCalendar {
  id: string
  /** A keyed hash of the name of the account that owns it; null: the provider does not tell. */
  account: string | null
}

export interface RemoteCalendar {
  title: string
  description: string
  timezone: string
}

/** An event as feeds show it, without placeholders. */
export interface PushedEvent extends IcsEvent {
  id: string
  /** Equal for two versions that look the same. */
  stamp: string
}

export type Operation =
  { method: 'insert' | 'update'; event: PushedEvent } | { method: 'delete'; event: Pick<PushedEvent, 'id'> }

/**
 * `exists`: an insert of an id that is taken. `missing`: an update of one that is not there, or any operation in a
 * calendar that is gone. `conflict`: again, and alone. `busy`: again, and later.
 */
export type Outcome = 'done' | 'exists' | 'missing' | 'conflict' | 'busy' | { refused: string }

/**
 * `busy`: again soon. `quota`: again in hours. `revoked`: the consent is over. `gone`: the calendar was deleted.
 * `refused`: it will be refused again.
 */
export type ProviderFault = 'busy' | 'quota' | 'revoked' | 'gone' | 'refused'

/** A request that a provider did not carry out. The message is one line, without tokens. */
export class ProviderError extends Error {
  fault: ProviderFault

  constructor(fault: ProviderFault, message: string) {
    super(message)
    this.fault = fault
  }
}
