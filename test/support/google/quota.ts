/** Requests that Google accepts in any 60 seconds: of one project, and of one person in it. */
export interface Quota {
  projectPerMinute: number
  userPerMinute: number
}

/** The quotas of new projects (developers.google.com/workspace/calendar/api/guides/quota), with a sliding window. */
export const GOOGLE_QUOTA: Quota = { projectPerMinute: 10_000, userPerMinute: 600 }
