/** A kind of statement, and why it may be so. */
export interface Exception {
  text: RegExp
  /** Requests may wait for it; else only the worker and the upkeep do. */
  requests: boolean
  reason: string
}

/** Statements that meet all nodes, and why they may. */
export const ACROSS: Exception[] = [
  {
    text: /^select coalesce\(max\("publisher_id"\), 0\) \+ 1 as "next" from "publisher"$/,
    requests: true,
    reason: 'the number of a new publisher: a few a day',
  },
  {
    text: /^select "publisher_id", .* from "publisher" where "publisher_id" in \(/,
    requests: true,
    reason: 'names of a page of sub-accounts, each of them a publisher with a node of its own',
  },
  {
    text: /^\s*select\b.*\bwaiting\) as deliveries\b/s,
    requests: true,
    reason: 'whoever watches the service asks how long the queue is, counted up to a limit',
  },
  {
    text: /^select distinct "publisher_id", "callback_id" from "delivery" where "state" = 'waiting'/,
    requests: false,
    reason: 'a worker asks which callbacks have something due, twice a second',
  },
  {
    text: /^select distinct "publisher_id" from "alert_(rule" where "active" = |due" where "due_at" <= )/,
    requests: false,
    reason:
      'the upkeep asks every five seconds who has a rule, and of whom an event is due: tables of few rows',
  },
  {
    text: /^select \* from "alert" where "state" = '(finding|sending)' /,
    requests: false,
    reason: 'the upkeep goes on with open alerts, of which there are few: they have an index of their own',
  },
  {
    text: /^select "publisher_id" from "source" where "next_run_at" <= /,
    requests: false,
    reason: 'the upkeep asks every five seconds whose sources are due: they have an index of their own',
  },
  {
    text: /^select "used_at" from "used_nonce" where "used_at" </,
    requests: false,
    reason: 'so that nonces are forgotten in slices',
  },
  {
    text: /^select .* from "erased_subscriber" where "done" = /,
    requests: false,
    reason: 'the upkeep finishes what an erasure has begun, once a minute',
  },
  {
    text: /^select "f"\."publisher_id" as "publisherId", .* from "push_follower" as "f"/,
    requests: false,
    reason: 'a worker asks each second which publishers with registered devices have a new revision',
  },
  {
    text: /^(select "publisher_id", "id" from "push_registration" where "due_at" <= |delete from "push_registration" where "expires_at" < )/,
    requests: false,
    reason: 'a worker tells devices of changes, and forgets registrations that are over',
  },
  {
    text: /^select ("f"\."publisher_id" as "publisherId", .*|"f"\."publisher_id") from "push_target_follower" as "f"/,
    requests: false,
    reason:
      'a worker asks twice a second which publishers with calendars at providers have something to do, and until there is one, each five seconds',
  },
  {
    text: /^select "g"\."id" from "push_grant" as "g" where "g"\."account" = /,
    requests: true,
    reason: 'before a consent at Google is revoked: does another publisher have one of the same account?',
  },
  {
    text: /^delete from "(batch_answer|request_window|used_nonce|session|sign_in_link|cut_feed)" where (?!"publisher_id" = )/,
    requests: false,
    reason: 'the upkeep forgets what is over, once an hour',
  },
]

/** Transactions that write to several publishers, and why they may. */
export const TOGETHER: { text: RegExp; reason: string }[] = [
  {
    text: /^insert into "service"/,
    reason: 'the set-up: its link belongs to no publisher, and makes the first',
  },
  {
    text: /^insert into "sub_account"/,
    reason: 'a sub-account is a publisher of its own, and an entry of its partner',
  },
]
