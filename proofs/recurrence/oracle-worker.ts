import { parentPort, workerData } from 'node:worker_threads'
import { expandIcalJs, expandRruleEs } from './expand.ts'
import type { RuleCase } from './random-rules.ts'

// A thread of its own, since some rules never end in these libraries: it can be ended.
const { oracle, cases } = workerData as { oracle: 'rrule-es' | 'ical.js'; cases: RuleCase[] }
const expand = oracle === 'rrule-es' ? expandRruleEs : expandIcalJs
for (const one of cases) parentPort!.postMessage(expand(one))
