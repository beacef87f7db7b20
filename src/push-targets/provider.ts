import type { Credentials } from '../config.ts'
import type { IcsEvent } from '../ics/event.ts'
import type { Pace } from '../limits/token-bucket.ts'
import type { GrantTokens, ProviderName, TargetKind } from './grant.ts'
import type { Items } from './item-store.ts'

/** A provider of calendars that the service writes into, by one client. All methods throw ProviderError. */
export interface Provider {
  name: ProviderName
  client: Client
  /** The name by which a person's calendar counts as read. */
  application: string
  /** Without mirrors if the provider has no calendars for everybody. */
  scopes: { person: Scopes; mirror?: Scopes }
  limits: ProviderLimits
  /** Asks if the provider takes the client. Returns what it has against it; undefined: nothing. */
  checkClient(redirectUri: string): Promise<ClientFault | undefined>
  /** Returns the page at which somebody consents. */
  consentUrl(kind: TargetKind, consent: { state: string; challenge: string; redirectUri: string }): string
  /** Exchanges the code of a consent. */
  exchange(code: string, verifier: string, redirectUri: string): Promise<Consent>
  /** Returns new tokens. Throws `revoked` if the consent is over. */
  refresh(refreshToken: string): Promise<GrantTokens>
  /** Ends a consent, if applications can do so there. One that is over already counts as ended. */
  revoke(refreshToken: string): Promise<void>
  /** Returns why somebody comes back without a code, by the parameters `error` and `error_description`. */
  refusalOf(error: string, description: string): ConsentRefusal

  /** Makes a calendar. `mark`: a text by which `findLost` may find it before it is updated. */
  createCalendar(access: Access, calendar: RemoteCalendar, mark: string): Promise<FoundCalendar>
  /** Finds a calendar whose making was not answered; undefined: there is none, or the provider can't tell. */
  findLost(access: Access, mark: string): Promise<FoundCalendar | undefined>
  updateCalendar(access: Access, remoteId: string, calendar: RemoteCalendar): Promise<void>
  /** Finds a calendar; undefined: it is gone. */
  findCalendar(access: Access, remoteId: string): Promise<FoundCalendar | undefined>
  /** Gives a calendar a colour (`#rrggbb`) in the list of its owner. Undefined: the provider takes none of ours. */
  colorCalendar?(access: Access, remoteId: string, color: string): Promise<void>
  /** Opens a calendar for everybody. */
  openCalendar?(access: Access, remoteId: string): Promise<void>
  /** Deletes a calendar; one that is gone counts as deleted. */
  deleteCalendar(access: Access, remoteId: string): Promise<void>
  /** The address at which people add an open calendar. */
  addUrl?(remoteId: string): string

  /** Lists the events of a calendar by our ids, with our stamps; the stamp of a deleted one is null. */
  listEvents(access: Access, remoteId: string): Promise<Map<string, string | null>>
  /** Most operations that `write` takes at once. */
  batchSize: number
  /** Carries out operations on different events, in any order. Returns an outcome for each. */
  write(access: Access, remoteId: string, operations: Operation[]): Promise<Outcome[]>
}

/** A provider that has calendars for everybody. */
export type MirrorProvider = Required<Provider> & { scopes: Record<TargetKind, Scopes> }

/** The client of the installation at a provider, or one of publishers. */
export interface Client extends Credentials {
  isOwn: boolean
  /** By it accounts are hashed: with another client the same account has another hash. */
  accountKey: string
}

/** `refused`: the id or the secret. `unknown`: the id. `secret`: it is wrong. `expired`: the secret was right once. */
export type ClientFault = 'refused' | 'unknown' | 'secret' | 'expired'

/** The rights that a consent asks for, and those of them without which nothing works. */
export interface Scopes {
  asked: string[]
  needed: string[]
}

/** The requests that we send to a provider: of one client, and to one account. */
export interface ProviderLimits {
  pace: Pace
  accountPace: Pace
  /** The first wait after a failure; each further one is twice as long. */
  backOffMs: number
}

/** `administrator`: the one of the account has to agree first. */
export type ConsentRefusal = 'refused' | 'administrator' | 'failed'

export interface Consent {
  /** The publisher's own client that asked; absent: the installation's. */
  clientId?: string
  /** A keyed hash of the account's id, if the provider tells it with the tokens. */
  account?: string
  tokens: GrantTokens
  /** The rights that were granted: a person can untick some. */
  scopes: string[]
}

/** The rights and the pace of a grant, and what is known of the events of a target. */
export interface Access {
  /** Returns an access token; a new one if `renew` is set, since the last was refused. */
  token(renew?: boolean): Promise<string>
  /** Waits until so many requests may be sent. */
  pay(requests: number): Promise<void>
  /** Has all requests to the account wait, in all processes, since the provider asked for it. */
  rest(ms: number): Promise<void>
  /** Names the account. */
  account: string
  /** For providers that give their own ids. */
  items: Items
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
 * `exists`: an insert of an id that is taken. `missing`: an update or a deletion of one that is not there, or any
 * operation in a calendar that is gone. `conflict`: again, and alone. `busy`: again, and later.
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
