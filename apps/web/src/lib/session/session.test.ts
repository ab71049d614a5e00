import { type AccessToken, listAccounts, type SessionId, type UserId, type UserInfo } from '@atrium/contract'
import { expect, test } from 'vitest'
import { refusal, scriptedServer, type Sent, tokenReply, data } from '../scripted-server.fixture.ts'
import { createSession, type SessionPorts } from './session.ts'

function mark(isSet: boolean) {
  let held = isSet
  return {
    read: () => (held ? (true as const) : null),
    write: () => void (held = true),
    remove: () => void (held = false),
  }
}

/** Two tabs of one browser would share `channel`; one session listens to what another posts. */
function openTab(
  answer: (sent: Sent) => Response | Error | Promise<Response>,
  { pending = false, isMarkProof = false } = {},
) {
  const server = scriptedServer(answer)
  const posted: unknown[] = []
  let hear: Parameters<SessionPorts['tabs']['listen']>[0] = () => {}
  const pendingSignOut = mark(pending)
  const signedInHere = mark(false)
  let reloads = 0
  const claimed: string[] = []
  let [isFrozen, isRestored] = [false, false]
  const session = createSession({
    api: () => server.client,
    tokens: server.tokens,
    tabs: { post: (message) => posted.push(message), listen: (listener) => (hear = listener) },
    pendingSignOut,
    signedInHere,
    isMarkProof: async () => isMarkProof,
    accountId: () => null,
    localData: {
      claim: (userId) => claimed.push(userId),
      freeze: () => (isFrozen = true),
      keep: () => () => (isRestored = true),
    },
    reload: () => (reloads += 1),
  })
  const ends: { byUser: boolean }[] = []
  session.ended.listen((end) => ends.push(end))
  return {
    ...server,
    session,
    posted,
    ends,
    pendingSignOut,
    signedInHere,
    reloads: () => reloads,
    claimed,
    isFrozen: () => isFrozen,
    isRestored: () => isRestored,
    hear: (message: Parameters<typeof hear>[0]) => hear(message),
  }
}

const serving = ({ url }: Sent) =>
  url === '/api/auth/token' ? tokenReply('fresh') : data({ endedSessions: 1 })

test('AUTH-08 the initial load finds the session of the cookie, once', async () => {
  const tab = openTab(serving)
  expect(tab.session.state.get().status).toBe('loading')
  await Promise.all([tab.session.ready(), tab.session.ready()])
  expect(tab.session.state.get()).toMatchObject({ status: 'authenticated', user: { accessToken: 'fresh' } })
  expect(tab.to('/api/auth/token')).toHaveLength(1)
  expect(tab.signedInHere.read()).toBe(true)
})

test('AUTH-08 without a session nobody is signed in; a missing response is not treated as no session', async () => {
  const stranger = openTab(() => refusal('UNAUTHENTICATED', 401))
  await stranger.session.ready()
  expect(stranger.session.state.get().status).toBe('unauthenticated')
  let answers = 0
  const offline = openTab((sent) => ((answers += 1) === 1 ? new TypeError('Failed to fetch') : serving(sent)))
  await expect(offline.session.ready()).rejects.toMatchObject({ code: 'NO_ANSWER' })
  expect(offline.session.state.get().status).toBe('loading')
  await offline.session.ready()
  expect(offline.session.state.get().status).toBe('authenticated')
})

test('AUTH-08 where the mark beside the cookie would be seen, a browser without it does not ask', async () => {
  const stranger = openTab(serving, { isMarkProof: true })
  await stranger.session.ready()
  expect(stranger.session.state.get().status).toBe('unauthenticated')
  expect(stranger.sent).toEqual([])
  const known = openTab(serving, { isMarkProof: true })
  known.signedInHere.write()
  await known.session.ready()
  expect(known.session.state.get().status).toBe('authenticated')
})

test('AUTH-09 signing out ends the session on the server, here and in the other tabs', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  expect(await tab.session.signOut({ everywhere: true })).toBe(true)
  expect(tab.to('/api/auth/sign-out')[0]?.body).toEqual({ everywhere: true })
  expect(tab.session.state.get().status).toBe('unauthenticated')
  expect(tab.posted).toContainEqual({ type: 'signed-out' })
  expect(tab.ends).toEqual([{ byUser: true }])
  expect(tab.signedInHere.read()).toBeNull()
})

test('AUTH-09 a sign-out that does not reach the server still signs out here and is sent at the next start', async () => {
  const tab = openTab((sent) =>
    sent.url === '/api/auth/sign-out' ? refusal('INTERNAL', 500) : serving(sent),
  )
  await tab.session.ready()
  expect(await tab.session.signOut({ everywhere: false })).toBe(false)
  expect(tab.session.state.get().status).toBe('unauthenticated')
  expect(tab.pendingSignOut.read()).toBe(true)

  const next = openTab(
    (sent) => (sent.url === '/api/auth/token' ? refusal('UNAUTHENTICATED', 401) : serving(sent)),
    { pending: true },
  )
  await next.session.ready()
  expect(next.sent.map(({ url }) => url)).toEqual(['/api/auth/sign-out', '/api/auth/token'])
  expect(next.pendingSignOut.read()).toBeNull()
})

test('AUTH-09 after a sign-out that did not reach the server, no late call restores the session', async () => {
  const tab = openTab((sent) =>
    sent.url === '/api/auth/sign-out' ? refusal('INTERNAL', 500) : serving(sent),
  )
  await tab.session.ready()
  await tab.session.signOut({ everywhere: false })
  await expect(tab.client.call(listAccounts, {})).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  expect(tab.session.state.get().status).toBe('unauthenticated')
  expect(tab.to('/api/auth/token')).toHaveLength(1)
})

test('AUTH-09 a renewal that was on its way during the sign-out does not bring the session back', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  const renewing = tab.session.renew()
  tab.session.end(true)
  await expect(renewing).rejects.toThrow('Signed out')
  expect(tab.session.state.get().status).toBe('unauthenticated')
})

test('AUTH-09 a tab signs out when another did, without its own call', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  tab.hear({ type: 'signed-out' })
  expect(tab.session.state.get().status).toBe('unauthenticated')
  expect(tab.to('/api/auth/sign-out')).toHaveLength(0)
})

test('AUTH-08 a tab reloads when another user signs in in another tab', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  tab.hear({ type: 'signed-in', userId: 'user_1' })
  expect(tab.reloads()).toBe(0)
  tab.hear({ type: 'signed-in', userId: 'user_2' })
  expect(tab.reloads()).toBe(1)
})

test('AUTH-09 stored data belongs to the user who signs in; for another user the page reloads and writes nothing more', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  tab.session.end(false)
  tab.session.signedIn(tokenOf('user_1'))
  expect([tab.reloads(), tab.isFrozen()]).toEqual([0, false])
  tab.session.end(false)
  tab.session.signedIn(tokenOf('user_2'))
  expect(tab.claimed).toEqual(['user_1', 'user_1', 'user_2'])
  expect([tab.reloads(), tab.isFrozen()]).toEqual([1, true])
  expect(tab.session.state.get().status).toBe('unauthenticated')
})

test('AUTH-09 signing out keeps what belongs to the browser though the server has its storage cleared', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  await tab.session.signOut({ everywhere: false })
  expect(tab.isRestored()).toBe(true)
})

test('AUTH-07 an unexpected end of the session is marked as such', async () => {
  const tab = openTab(serving)
  await tab.session.ready()
  tab.session.end(false)
  tab.session.end(false)
  expect(tab.ends).toEqual([{ byUser: false }])
})

const tokenOf = (userId: string): AccessToken => ({
  accessToken: `token of ${userId}`,
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  userId: userId as UserId,
  sessionId: 'session_1' as SessionId,
  termsAccepted: true,
})

const named = (firstName: string) =>
  Response.json({
    isError: false,
    statusCode: 200,
    message: { user_id: 'user_1', firstName, lastName: 'Lovelace' },
  })
const shownName = ({ session }: ReturnType<typeof openTab>) => {
  const state = session.state.get()
  return state.status === 'authenticated' ? state.user.info?.firstName : undefined
}

test("AUTH-08 AUTH-12 the user's info is loaded at most once a second, but anew after a change by this page", async () => {
  const names = ['Ada', 'Grace']
  const tab = openTab((sent) =>
    sent.url === '/api/auth/token' ? tokenReply('fresh') : named(names.shift() ?? ''),
  )
  await tab.session.ready()
  await tab.session.refreshUserInfo()
  await tab.session.refreshUserInfo()
  expect(shownName(tab)).toBe('Ada')
  await tab.session.reloadUserInfo()
  expect(shownName(tab)).toBe('Grace')
})

test("AUTH-08 a slow reply with the user's info does not replace what was loaded or changed later", async () => {
  const replies: ((reply: Response) => void)[] = []
  const tab = openTab((sent) =>
    sent.url === '/api/auth/token'
      ? tokenReply('fresh')
      : new Promise((resolve) => {
          replies.push(resolve)
        }),
  )
  await tab.session.ready()
  const loads = [tab.session.reloadUserInfo(), tab.session.reloadUserInfo(), tab.session.reloadUserInfo()]
  await expect.poll(() => replies.length).toBe(3)
  const [first, second, third] = replies
  second?.(named('Grace'))
  await loads[1]
  first?.(named('Ada'))
  await loads[0]
  expect(shownName(tab)).toBe('Grace')
  tab.session.setUserInfo({ ...(await loads[1]), firstName: 'Hedy' } as UserInfo)
  third?.(named('Ada'))
  await loads[2]
  expect(shownName(tab)).toBe('Hedy')
})
