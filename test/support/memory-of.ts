import { existsSync } from 'node:fs'
import { residentMemory } from '../../bench/processes.ts'

/** True if the system tells how much memory a process has. */
export const TELLS_MEMORY = existsSync('/proc/self/status')

/** The most memory a process had so far, in megabytes. */
export function peakMemory(pid: number): number {
  return residentMemory(pid)!.peak / 1_000_000
}
