import { expect, test } from 'vitest'
import { base32, codeOf, newSecret, otpAddress, stepAt, stepOfCode } from './totp.ts'

/** The secret and codes of RFC 6238, appendix B (SHA-1), their last six digits. */
const secret = Buffer.from('12345678901234567890')
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test('AUTH-13 codes are those of RFC 6238', () => {
  for (const [seconds, code] of vectors) expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('AUTH-13 a code is valid for its step and the adjacent ones only', () => {
  const at = (seconds: number) => new Date(1_234_567_890_000 + seconds * 1000)
  const step = stepAt(at(0))
  const code = codeOf(secret, step)
  for (const seconds of [-30, 0, 30]) expect(stepOfCode(secret, code, at(seconds))).toBe(step)
  for (const seconds of [-90, -60, 60, 90]) expect(stepOfCode(secret, code, at(seconds))).toBeNull()
  for (const wrong of ['', '1', '00592', '0059244', 'abcdef'])
    expect(stepOfCode(secret, wrong, at(0))).toBeNull()
})

test('AUTH-13 secrets have 160 bits and are shown in base32, also in the QR code', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(Buffer.from('f'))).toBe('MY')
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(newSecret()).toHaveLength(20)
  expect(otpAddress(secret, { issuer: 'Atrium', person: 'a+b@example.org' })).toBe(
    'otpauth://totp/Atrium:a%2Bb%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Atrium&algorithm=SHA1&digits=6&period=30',
  )
})
