import { expect, test } from 'vitest'
import { readProviderAnswer } from '../../../lib/navigation/provider-answer.ts'
import { inviteTokenIn } from '../sign-up-refused.ts'

test.each([
  ['?code=123456&state=s', { state: 's', code: '123456' }],
  [
    '?state=s&code=a%2Bb&iss=https%3A%2F%2Fpool.example',
    { state: 's', code: 'a+b', iss: 'https://pool.example' },
  ],
  [
    '?error=access_denied&error_description=Not+today&state=s',
    { state: 's', error: 'access_denied', errorDescription: 'Not today' },
  ],
  ['?error=access_denied&error_description=&state=s', { state: 's', error: 'access_denied' }],
  ['?code=a', null],
  ['?state=s', null],
  ['', null],
])('AUTH-06 the address %s holds the answer %j', (search, answer) => {
  expect(readProviderAnswer(search)).toEqual(answer)
})

test('AUTH-10 a long description is shortened to its relevant part', () => {
  const received = `PreSignUp failed ${'x'.repeat(10_000)}`
  const answer = readProviderAnswer(`?state=s&error=invalid_request&error_description=${received}`)
  expect(answer?.errorDescription).toMatch(/^PreSignUp failed x+$/)
  expect(answer?.errorDescription?.length).toBeLessThanOrEqual(4096)
})

test.each([
  ['/public-invite/join/a-token_1', 'a-token_1'],
  ['/public-invite/join/a-token_1?x=1', 'a-token_1'],
  ['/public-invite/join/', undefined],
  ['/public-invite/join/a/b', undefined],
  ['/chat', undefined],
  [undefined, undefined],
])('ACC-06 AUTH-10 returning to %s follows the invitation %s', (returnTo, token) => {
  expect(inviteTokenIn(returnTo)).toBe(token)
})
