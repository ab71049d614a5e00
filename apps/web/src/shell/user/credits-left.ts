import type { UserInfo } from '@atrium/contract'

/** The credits that may still be used: the smaller of the user's and the team's balance, in whole credits, at least zero. */
export const creditsLeft = ({
  balanceUserCredits,
  balanceTeamCredits,
}: Pick<UserInfo, 'balanceUserCredits' | 'balanceTeamCredits'>): number =>
  Math.max(0, Math.floor(Math.min(balanceUserCredits, balanceTeamCredits)))
