import { mintId, type UserInfo } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const userId = mintId('user')
let status = 'authenticated'
const sent: object[] = []

vi.mock('../../lib/api/api.ts', () => ({
  api: {
    call: async (_endpoint: unknown, { body }: { body: object }) => {
      sent.push(body)
      return { message: {} }
    },
  },
  session: { state: { get: () => ({ status, user: { id: userId } }) }, setUserInfo: () => undefined },
}))

const info = (choices: Partial<UserInfo>) =>
  ({ user_id: userId, timeZone: 'UTC', language: null, colorScheme: null, ...choices }) as UserInfo

beforeEach(() => {
  vi.resetModules()
  status = 'authenticated'
  sent.length = 0
})
afterEach(() => vi.restoreAllMocks())

test('NAV-14 the choices of another browser are applied once', async () => {
  const { choicesToFollow } = await import('./keep-for-user.ts')
  expect(choicesToFollow(info({ language: 'fr', colorScheme: 'dark' }))).toEqual({
    language: 'fr',
    colorScheme: 'dark',
  })
  expect(choicesToFollow(info({ language: 'vi' }))).toEqual({})
})

test('NAV-14 a language that is chosen before the stored one is known stays, and so does another choice of elsewhere', async () => {
  const { choicesToFollow, keepForUser } = await import('./keep-for-user.ts')
  keepForUser({ language: 'fr' })
  expect(sent).toEqual([{ language: 'fr' }])
  // What was read before that request.
  expect(choicesToFollow(info({ language: 'en', colorScheme: 'dark' }))).toEqual({ colorScheme: 'dark' })
})

test('NAV-14 a choice made while signed out is sent for the person who signs in', async () => {
  const { choicesToFollow, keepForUser } = await import('./keep-for-user.ts')
  status = 'unauthenticated'
  keepForUser({ language: 'ar' })
  expect(sent).toEqual([])
  status = 'authenticated'
  expect(choicesToFollow(info({ language: 'en' })).language).toBeUndefined()
  expect(sent).toEqual([{ language: 'ar' }])
  keepForUser({ language: 'zh' })
  expect(sent).toEqual([{ language: 'ar' }, { language: 'zh' }])
})
