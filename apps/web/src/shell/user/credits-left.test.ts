import { expect, test } from 'vitest'
import { creditsLeft } from './credits-left.ts'

test.each([
  { balanceUserCredits: 10, balanceTeamCredits: 20, left: 10 },
  { balanceUserCredits: 30, balanceTeamCredits: 20, left: 20 },
  { balanceUserCredits: 9.999, balanceTeamCredits: 20, left: 9 },
  { balanceUserCredits: 0.4, balanceTeamCredits: 20, left: 0 },
  { balanceUserCredits: 5, balanceTeamCredits: -1, left: 0 },
])(
  'CRED-04 NAV-10 of $balanceUserCredits and $balanceTeamCredits are $left left',
  ({ left, ...balances }) => {
    expect(creditsLeft(balances)).toBe(left)
  },
)
