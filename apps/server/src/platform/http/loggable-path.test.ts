import { contract, type Endpoint } from '@atrium/contract'
import { expect, test } from 'vitest'
import { loggablePath, secretParameters } from './loggable-path.ts'

const token = 'q4Zl0yB3nX8sV1mT6kR9pW2cF5hJ7dG0aL_eU-iOyNk'

test.each([
  `/api/public-invite/join/${token}`,
  `/api/public-invite/join/${token}/?x=1`,
  `/API/Public-Invite/Join/${token}`,
  `/api//public-invite/join//${token}`,
  `/api/public-invite%2Fjoin%2F${token}`,
  `/public-invite/join/${token}`,
  `/public-invite/join/short-and-wrong-token`,
  `/elsewhere/${token}`,
  `/elsewhere/%2571${token.slice(1)}`,
])('OPS-03 the secret in %s is not logged', (url) => {
  const logged = loggablePath(url)
  expect(logged).toContain('[removed]')
  expect(logged).not.toContain(token.slice(1))
  expect(logged).not.toContain('short-and-wrong')
})

test('OPS-03 ids and names stay in logged paths', () => {
  for (const url of [
    '/api/user/teams/account_01929e3c4d5f7a8b9c0d1e2f3a4b5c6d',
    '/api/rag/list/account_0192-9e3c/room_0192',
    '/api/user/teams/ended-invitations-of-admins',
    '/stream/answer',
  ])
    expect(loggablePath(`${url}?signature=x`)).toBe(url)
})

test('C03 line ends, terminal controls and bidi characters stay encoded in a log', () => {
  for (const sign of ['%0D%0A', '%1B', '%C2%9B', '%E2%80%AE', '%E2%80%A8', '%00'])
    expect(loggablePath(`/api/sessions/caf%C3%A9${sign}x`)).toBe(`/api/sessions/café${sign}x`)
})

const isPublicName =
  /^(id|\w*(Id|Ids)|name|filename|accountId|userId|provider|page|position|from|to|number|ordinal|version)$/

test('OPS-03 every path parameter is classified as an id, a name or a secret', () => {
  const unknown = Object.values<Endpoint>(contract).flatMap(({ path }) =>
    path
      .split('/')
      .filter((step) => step.startsWith(':'))
      .map((step) => step.slice(1))
      .filter((name) => !secretParameters.includes(name) && !isPublicName.test(name)),
  )
  expect(unknown).toEqual([])
})
