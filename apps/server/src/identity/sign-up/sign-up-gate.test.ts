import type { SignUpMode } from '@atrium/contract'
import { type IdentityProvider, startIdentityProvider } from '@atrium/sandbox/identity-provider.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { configurationForTests, IdentityWorld, origin } from '../identity-for-tests.ts'
import { signInAs } from '../openid/openid-for-tests.ts'

const invited = new Set(['invited@gate.example'])
const subjects = ['stranger', 'invited', 'member', 'linked']
let pool: IdentityProvider
beforeAll(async () => {
  pool = await startIdentityProvider({
    client: { id: 'atrium', redirectUri: `${origin}/auth/validate` },
    people: [
      ...subjects.map((subject) => ({ subject, email: `${subject}@gate.example` })),
      { subject: 'thrown', email: 'thrown@throwaway.example' },
    ],
  })
})
afterAll(() => pool.close())

type Settings = Partial<ReturnType<typeof configurationForTests>> & { signUp?: SignUpMode }
async function inWorld(
  { signUp = 'open', ...settings }: Settings,
  visit: (world: IdentityWorld) => Promise<void>,
) {
  const world = await IdentityWorld.open(inject('databaseHost'), {
    ports: {
      configuration: {
        ...configurationForTests(),
        openIdIssuer: pool.issuer,
        openIdClientId: 'atrium',
        ...settings,
      },
      signUpMode: () => signUp,
      isInvited: async (email, token) => invited.has(email) || token === 'open-link',
    },
  })
  try {
    await visit(world)
  } finally {
    await world.close()
  }
}
const signUpRefused = {
  status: 403,
  body: { code: 'SIGN_UP_REFUSED', message: expect.stringContaining('PreSignUp') },
}

test('AUTH-10 while sign-up is closed, every way to sign up is refused with the marker', () =>
  inWorld({ signUp: 'closed' }, async (world) => {
    expect(await world.signUp('stranger@gate.example')).toMatchObject(signUpRefused)
    expect(await signInAs(world, 'stranger')).toMatchObject(signUpRefused)
    expect(await signInAs(world, 'invited')).toMatchObject(signUpRefused)
    const { rows } = await world.database.database.pool.query('select id from identity_user')
    expect(rows).toEqual([])
  }))

test('AUTH-10 while sign-up is by invitation, the invited and people with a public link are admitted, in any way', () =>
  inWorld({ signUp: 'invited-only' }, async (world) => {
    expect(await world.signUp('stranger@gate.example')).toMatchObject(signUpRefused)
    expect(await signInAs(world, 'stranger')).toMatchObject(signUpRefused)
    expect(await signInAs(world, 'stranger', 'pool', { inviteToken: 'revoked-link' })).toMatchObject(
      signUpRefused,
    )
    expect((await signInAs(world, 'invited')).status).toBe(200)
    expect((await signInAs(world, 'stranger', 'pool', { inviteToken: 'open-link' })).status).toBe(200)
    expect((await world.signUp('linked@gate.example', { inviteToken: 'open-link' })).status).toBe(200)
  }))

test('AUTH-10 existing users sign in though they could not sign up anymore, also through a provider for the first time', () =>
  inWorld({ signUp: 'invited-only' }, async (world) => {
    invited.add('member@gate.example')
    await world.person('member@gate.example')
    invited.delete('member@gate.example')
    expect(await world.signUp('member@gate.example')).toMatchObject(signUpRefused)
    expect((await signInAs(world, 'member')).status).toBe(200)
    expect((await signInAs(world, 'member')).status).toBe(200)
  }))

test('AUTH-10 AUTH-12 disposable addresses are admitted unless they are refused, in any way', async () => {
  await inWorld({}, async (world) => {
    expect((await world.signUp('any@throwaway.example')).status).toBe(200)
    expect((await signInAs(world, 'thrown')).status).toBe(200)
  })
  await inWorld({ disposableEmail: 'refuse' }, async (world) => {
    const refused = { status: 403, body: { code: 'EMAIL_NOT_ACCEPTED' } }
    expect(await world.signUp('any@throwaway.example')).toMatchObject(refused)
    expect(await signInAs(world, 'thrown')).toMatchObject(refused)
    expect((await world.signUp('any@gate.example')).status).toBe(200)
  })
})

test('AUTH-06 where a pool replaces passwords, nothing works by password', () =>
  inWorld({ signInByPassword: false }, async (world) => {
    const off = { status: 403, body: { code: 'SIGN_IN_METHOD_OFF' } }
    const email = 'member@gate.example'
    expect(await world.signUp(email)).toMatchObject(off)
    expect(await world.signIn(email)).toMatchObject(off)
    expect(await world.auth('forgot-password', { email })).toMatchObject(off)
    expect(await world.auth('verify', { email, code: '123456' })).toMatchObject(off)
    expect((await signInAs(world, 'member')).status).toBe(200)
  }))
