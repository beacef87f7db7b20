import { existsSync, readFileSync } from 'node:fs'

/** Where the system tells how much memory a process has. */
export const TELLS_MEMORY = existsSync('/proc/self/status')

/** The most memory a process had so far, in megabytes. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
}
