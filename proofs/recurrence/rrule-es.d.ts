// Its package.json hides its own types from programs that use `exports`.
declare module 'rrule-es' {
  export enum Frequency {
    YEARLY,
    MONTHLY,
    WEEKLY,
    DAILY,
  }
  export enum Weekday {
    MO,
    TU,
    WE,
    TH,
    FR,
    SA,
    SU,
  }
  export class RRule {
    constructor(parameters: Record<string, unknown>, options: { strict: boolean })
    list(options: { limit: number }): Date[]
  }
}
