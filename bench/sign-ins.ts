import { setTimeout as delay } from 'node:timers/promises'
import { startModelProvider } from '@atrium/sandbox'
import { contract } from '@atrium/contract'
import { type ApiSettings, call, send } from '@atrium/testkit/api-client.ts'
import { percentile } from './statistics.ts'
import { type MeasuredAtrium, startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

const signUpCount = 300
const personCount = 5
/** One after another, like people: between two sign-ins of a person, sign-ups can queue. */
const pauseMs = 100

/** Waiting time of sign-ins while 300 people sign up at the same moment. */
export type SignInsMeasured = {
  signUps: { accepted: number; retryLater: number; seconds: number }
  /** Sign-ins that began and ended while sign-ups were still waiting. */
  count: number
  p50Ms: number
  maxMs: number
}

/** Repeatedly signs people in, each from their own network, during 300 sign-ups. */
export async function measureSignIns(print: (line: string) => void): Promise<SignInsMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const people = await signUpPeople(atrium, personCount)

  print(`${signUpCount} sign-ups at once, ${personCount} people signing in …`)
  const startedAt = performance.now()
  let isOver = false
  const flood = Promise.all(Array.from({ length: signUpCount }, (_, number) => signUp(atrium, number))).then(
    (statuses) => {
      isOver = true
      return { statuses, seconds: (performance.now() - startedAt) / 1000 }
    },
  )
  const took = (
    await Promise.all(people.map((person, index) => signInUntil(atrium, person, index, () => isOver)))
  ).flat()
  const { statuses, seconds } = await flood
  const withStatus = (wanted: number) => statuses.filter((status) => status === wanted).length
  const [accepted, retryLater] = [withStatus(200), withStatus(429)]
  if (accepted + retryLater < signUpCount) throw new Error(`Sign-ups ended with ${statuses.join(', ')}.`)
  print(`${accepted} sign-ups accepted in ${seconds.toFixed(1)} s, ${retryLater} told to come back`)
  return {
    signUps: { accepted, retryLater, seconds },
    count: took.length,
    p50Ms: percentile(took, 0.5),
    maxMs: Math.max(...took),
  }
}

/** Each from a separate network, the worst case: the per-network limit of sign-ups slows none of them. */
async function signUp({ url }: MeasuredAtrium, number: number): Promise<number> {
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(number / 250)}.${(number % 250) + 1}` }
  const body = {
    email: `stranger-${number}@example.com`,
    password: 'Correct-Horse-7-Battery',
    firstName: 'Kim',
    lastName: 'Example',
  }
  return (await send(contract.signUp, { url, headers }, { body })).status
}

/** The milliseconds of each sign-in of a person until it is over. */
async function signInUntil(
  { url }: MeasuredAtrium,
  { email, password }: Person,
  index: number,
  isOver: () => boolean,
): Promise<number[]> {
  const outside: ApiSettings = { url, headers: { 'x-forwarded-for': `10.1.0.${index + 1}` } }
  const took: number[] = []
  while (!isOver()) {
    const from = performance.now()
    await call('signIn', outside, { body: { email, password } })
    took.push(performance.now() - from)
    await delay(pauseMs)
  }
  return took
}
