import { limits } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { attemptLimits, type AttemptLimits } from '../attempts/attempts.ts'
import { type Answer, goodPassword, IdentityWorld } from '../identity-for-tests.ts'
import { passwords } from './passwords.ts'

const unlimited = Object.fromEntries(
  Object.keys(attemptLimits).map((kind) => [kind, { most: 1_000_000, perSeconds: 60 }]),
) as AttemptLimits

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'), {
    ports: { attemptLimits: unlimited, passwords },
  })
})
afterAll(() => world.close())

const emoji = '🫖'
/** Of maximum length, with the widest characters. */
const longest = `Aa1-${emoji.repeat(limits.passwordCharactersMost - 4)}`
const farTooLong = `Aa1-${emoji.repeat(4_000)}`

type Measured = {
  answer: Answer
  /** Processor time of the longest tick of the event loop, ms. */
  longestTurnMs: number
  /** Processor time of all other threads together, ms. */
  threadsMs: number
}

const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** Sends a request and measures the event loop meanwhile, in processor time: the machine may be busy. */
async function watch(send: () => Promise<Answer>): Promise<Measured> {
  let longestTurnMs = 0
  let isOver = false
  let turn = process.threadCpuUsage()
  const nextTurn = () => {
    longestTurnMs = Math.max(longestTurnMs, ms(process.threadCpuUsage(turn)))
    turn = process.threadCpuUsage()
    if (!isOver) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const answer = await send()
  const threadsMs = ms(process.cpuUsage(whole)) - ms(process.threadCpuUsage(own))
  isOver = true
  return { answer, longestTurnMs, threadsMs }
}

let number = 0
const newAddress = () => `person-${(number += 1)}@example.org`

type Send = (password: string) => Promise<Answer>

/** Every request that hashes a password, each by a new person. */
const requests: [string, () => Promise<Send>][] = [
  [
    'sign-up',
    async () => {
      const email = newAddress()
      return (password) => world.signUp(email, { password })
    },
  ],
  [
    'sign-in',
    async () => {
      const email = newAddress()
      await world.signUp(email, { password: longest })
      await world.auth('verify', { email, code: world.codeFor(email) })
      return (password) => world.signIn(email, password)
    },
  ],
  [
    'reset',
    async () => {
      const email = newAddress()
      await world.person(email)
      await world.auth('forgot-password', { email })
      return (password) => world.auth('new-password', { email, code: world.codeFor(email), password })
    },
  ],
  [
    'change',
    async () => {
      const { token } = await world.person(newAddress())
      return (password) =>
        world.send(
          '/api/user/password',
          { proof: { password: goodPassword }, password },
          { token: token.accessToken },
        )
    },
  ],
]

test.each(requests)(
  'S21 %s: the event loop keeps running while a password of maximum length is hashed, and a far longer one is refused unhashed',
  async (_name, prepare) => {
    // Warm-up: the first requests compile and read files.
    for (const password of [farTooLong, longest]) await (await prepare())(password)
    const send = await prepare()
    const refused = await watch(() => send(farTooLong))
    const hashed = await watch(() => send(longest))
    expect(hashed.answer.status).toBe(200)
    expect(hashed.longestTurnMs).toBeLessThan(hashed.threadsMs / 2)

    expect(refused.answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(refused.longestTurnMs).toBeLessThan(hashed.threadsMs / 2)
    expect(refused.threadsMs).toBeLessThan(hashed.threadsMs / 2)
  },
)
