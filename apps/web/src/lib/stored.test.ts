import { beforeEach, expect, test, vi } from 'vitest'
import { text } from './text/parse.ts'

/** A browser's storage; its keys are its own properties, as in a browser. */
function fakeStorage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(storage[key]) : null),
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  }
  const storage = Object.create(methods) as Storage
  return storage
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
})

test("AUTH-09 a user's stored data is deleted when another user signs in, and kept for the same user", async () => {
  const { claimLocalData, stored, storedLanguage } = await import('./stored.ts')
  const draft = stored('draft.new', text)
  const draftOfTab = stored('draft.chat', text, () => sessionStorage)
  claimLocalData('user_ada')
  draft.write('secret of Ada')
  draftOfTab.write('secret of this tab')
  storedLanguage.write('fr')
  claimLocalData('user_ada')
  expect([draft.read(), draftOfTab.read()]).toEqual(['secret of Ada', 'secret of this tab'])
  claimLocalData('user_bob')
  expect([draft.read(), draftOfTab.read(), storedLanguage.read()]).toEqual([null, null, 'fr'])
})

test("AUTH-09 an opened invitation survives another user's sign-out; a chat's welcome does not", async () => {
  const { claimLocalData, forgetUser, keepBrowserData, storedInviteToken, storedWelcome } =
    await import('./stored.ts')
  claimLocalData('user_ada')
  storedInviteToken.write('secret of the link')
  storedWelcome.write({
    userId: 'user_ada',
    accountId: 'account_1',
    accountName: 'Team',
    inviterName: '',
    roomId: '',
    isRoomClosed: false,
  })
  const restore = keepBrowserData()
  for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key)
  restore()
  forgetUser()
  claimLocalData('user_bob')
  expect([storedInviteToken.read(), storedWelcome.read()]).toEqual(['secret of the link', null])
})

test('AUTH-09 a tab opened after another user claimed the browser deletes its own storage', async () => {
  const { claimLocalData, stored } = await import('./stored.ts')
  claimLocalData('user_ada')
  const draftOfTab = stored('draft.chat', text, () => sessionStorage)
  draftOfTab.write('secret of this tab')
  stored('owner', text).write('user_bob')
  claimLocalData('user_bob')
  expect(draftOfTab.read()).toBeNull()
})

test('AUTH-09 a tab of a signed-out user writes nothing', async () => {
  const { freezeLocalData, stored } = await import('./stored.ts')
  freezeLocalData()
  const draft = stored('draft.new', text)
  draft.write('too late')
  expect(draft.read()).toBeNull()
})

test('AUTH-09 a page that closes after its user signed out stores nothing of theirs', async () => {
  const { claimLocalData, forgetUser, stored, storedLanguage } = await import('./stored.ts')
  const draft = stored('draft.new', text)
  claimLocalData('user_ada')
  draft.write('secret of Ada')
  forgetUser()
  draft.write('secret of Ada')
  storedLanguage.write('fr')
  expect([draft.read(), storedLanguage.read()]).toEqual([null, 'fr'])
  claimLocalData('user_bob')
  draft.write('of Bob')
  expect(draft.read()).toBe('of Bob')
})

test('AUTH-09 language and sidebar outlast a storage that the server has cleared', async () => {
  const { keepBrowserData, stored, storedLanguage } = await import('./stored.ts')
  storedLanguage.write('vi')
  stored('draft.new', text).write('gone')
  const restore = keepBrowserData()
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
  restore()
  expect(storedLanguage.read()).toBe('vi')
  expect(stored('draft.new', text).read()).toBeNull()
})
