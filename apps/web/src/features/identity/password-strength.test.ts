import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'weak'],
  ['Hallo1', 'weak'],
  ['Password1', 'weak'],
  ['Aa1!aaaaaaaaaaaaaaaa', 'weak'],
  ['Password1!', 'fair'],
  ['Blau-Tisch7', 'good'],
  ['correct-Horse-battery-9', 'strong'],
] as const)('AUTH-04 %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
