/**
 * A sub-account from the view of its partner. The account itself is a publisher whose parent is the partner.
 */
export interface SubAccount {
  publisherId: number
  email: string
  firstName: string
  lastName: string
  company: string
  /** The partner's key for the account. */
  reference: string
}

/** The input for a new sub-account. */
export interface AccountFields extends Omit<SubAccount, 'publisherId'> {
  timezone: string
  details: AccountDetails
  displayPrimaryColor?: string
  displaySecondaryColor?: string
  /** Image URLs. */
  companyLogo?: string
  scheduleLogo?: string
}

/** Kept for the partner's information; nothing depends on it. */
export interface AccountDetails {
  phone?: string
  industry?: string
  objective?: string
  companyType?: string
}

export const INDUSTRIES = [
  'Arts & Culture',
  'Banking & Finance',
  'Community Sports',
  'Conferences & Exhibitions',
  'Corporate',
  'Education',
  'Festivals',
  'Gaming & Betting',
  'Government',
  'Health & Fitness',
  'Media & Entertainment',
  'Member Clubs',
  'Professional Sports',
  'Religion',
  'Retail',
  'Stadiums, Arenas & Venues',
  'Telecommunications',
  'Ticketing',
  'Tourism',
  'Travel',
  'Other',
] as const

export const OBJECTIVES = [
  'Increase awareness of events',
  'Increase attendance at events',
  'Increase ticket sales',
  'Increase membership',
  'Increase participation',
  'Better satisfy customers',
  'Better communicate and engage',
  'Increase tune-in to live events',
  'Deliver new commerce',
  'Support broadcast partners',
  'Improve sales conversion',
  'Support major corporate partners',
  'Increase on-time payments',
  'Increase customer retention (reduce churn)',
  'Reduce costs / expenses',
  'Collect customer data & insights',
] as const
