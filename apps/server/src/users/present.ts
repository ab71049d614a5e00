import type { UserInfo } from '@atrium/contract'
import type { Person } from '../identity/index.ts'
import { emailKindsOf } from './email-kinds.ts'
import type { Balances, Promotion } from './ports.ts'

const creditsOf = (milli: number) => milli / 1000

/** Used share of the month's team credits, 0 to 100 as a whole number; 0 without monthly credits. */
function usagePercentage({ teamMilli, monthlyTeamMilli }: Balances): number {
  if (monthlyTeamMilli <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, 1 - teamMilli / monthlyTeamMilli)) * 100)
}

/** User info in the specification's field names. */
export function presentUser(
  person: Person,
  balances: Balances,
  isSystemAdmin: boolean,
  promotion: Promotion,
): UserInfo {
  const { isPublic, isTemporary, isSubaddress } = emailKindsOf(person.email)
  const hasAcceptedTerms = person.termsAcceptedAt !== null
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    userName: person.email,
    user_id: person.userId,
    termsOfUse: hasAcceptedTerms,
    profilePicture: person.picture,
    balanceTeamCredits: creditsOf(balances.teamMilli),
    balanceUserCredits: creditsOf(balances.userMilli),
    usage_percentage: usagePercentage(balances),
    credit_limit_percentage: balances.limitUsed === null ? null : Math.floor(balances.limitUsed * 100),
    country: person.country,
    recent_workspace: person.recentAccountId,
    is_new_user: !hasAcceptedTerms,
    is_public_email: isPublic,
    is_temporary_email: isTemporary,
    is_subaddress: isSubaddress,
    ...promotion,
    language: person.language,
    colorScheme: person.colorScheme,
    timeZone: person.timeZone,
    emailFrequency: person.emailFrequency,
    suggestsTemplates: person.suggestsTemplates,
    isWelcomed: person.isWelcomed,
    isSystemAdmin,
  }
}
