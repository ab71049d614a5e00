import { expect, test } from 'vitest'
import { randomToken, secretsOf } from './sign-in-secrets.ts'

test("AUTH-06 nonce and verifier are derived from the browser's secret and the sign-in, and differ", () => {
  const [browser, other, state, next] = [randomToken(), randomToken(), randomToken(), randomToken()]
  const made = [secretsOf(browser, state), secretsOf(other, state), secretsOf(browser, next)]
  const all = made.flatMap(({ nonce, codeVerifier }) => [nonce, codeVerifier])
  expect(new Set(all).size).toBe(6)
  for (const secret of all) expect(secret).toMatch(/^[\w-]{43}$/)
  expect(secretsOf(browser, state)).toEqual(made[0])
})
