import { checkInvariants, type TestPerson, type Violation } from '@atrium/testkit'
import type { Blockade } from './blockade.ts'
import { ask, type AskedQuestion, questionText } from './browser.ts'
import type { CampaignWorld } from './campaign-world.ts'
import { restOf } from './director.ts'
import { type Step, stageOf, steps } from './steps.ts'
import { startTraffic } from './traffic.ts'
import { backendsGone, isStored, storedTurns, type TurnNow, untilAllEnded } from './turns-now.ts'

/** One person for each step, in their own account, and some background traffic. */
export type People = { ofStep: Map<Step, TestPerson>; talkers: TestPerson[] }

export type RoundOptions = {
  label: string
  /** The built-in database server is killed, too. */
  killsDatabase?: boolean
  /** Whether database requests whose result the killed process did not receive were never executed; otherwise they may have been. */
  losesLastWords?: boolean
}

export type StepOutcome = {
  step: Step
  /** Asked again after the restart, by the server or by the browser, and answered. */
  resumed: boolean
  interrupted: boolean
  /** From the moment at which the server was ready again, in seconds; null when the turn was not open then. */
  orphanSeconds: number | null
  wrong: string[]
}

export type RoundOutcome = {
  /** From the start of the process until it said that it was ready, in milliseconds. */
  readyMs: number
  steps: StepOutcome[]
  /** Turns of talkers that the kill left open, and how long they stayed so. */
  talkOrphanSeconds: number[]
  violations: Violation[]
}

/** Timeout for everything to settle after a restart; the goal is less, and measured. */
const timeoutMs = 60_000

export async function gatherPeople(world: CampaignWorld): Promise<People> {
  const ofStep = new Map<Step, TestPerson>()
  for (const step of steps) ofStep.set(step, await world.signUp('Sam Step'))
  return { ofStep, talkers: [await world.signUp('Tia Talker'), await world.signUp('Tom Talker')] }
}

/**
 * Brings questions to every step, kills the process with all of them there, restarts it, and checks the outcome of each and
 * the invariants.
 */
export async function killRound(
  world: CampaignWorld,
  people: People,
  { label, killsDatabase = false, losesLastWords = false }: RoundOptions,
): Promise<RoundOutcome> {
  const blockades: Blockade[] = []
  const traffic = startTraffic(world, people.talkers, label)
  world.door.shut()
  const atStep = await bringAll(world, people, label, blockades)
  const shownBefore = new Map([...atStep].map(([step, asked]) => [step, asked.text()]))
  traffic.end()

  await world.kill()
  if (killsDatabase) process.kill(world.databasePid(), 'SIGKILL')
  for (const held of blockades) await held.release({ endsWaiters: losesLastWords })
  const storedBefore = killsDatabase ? null : await storedAtTheKill(world, atStep)
  const openAtTheKill = killsDatabase ? null : await storedTurns(world.database)

  world.door.open()
  const { readyMs } = await world.startAtrium()
  const readyAt = Date.now()
  await untilAllEnded(world.database, timeoutMs)
  await within(timeoutMs, Promise.all([...atStep.values(), ...traffic.asked].map(({ done }) => done)))
  const turns = await storedTurns(world.database)

  const secondsOf = ({ turnId }: AskedQuestion) => {
    const before = openAtTheKill?.get(turnId)
    const endedAt = turns.get(turnId)?.endedAt
    const wasOpen = before ? before.state === 'open' : openAtTheKill === null
    return wasOpen && endedAt && endedAt.getTime() > readyAt ? (endedAt.getTime() - readyAt) / 1000 : null
  }
  const outcomes = [...atStep].map(([step, asked]): StepOutcome => {
    const turn = turns.get(asked.turnId)
    const wrong = [
      ...(storedBefore && storedBefore.get(step) !== step.isStored
        ? [step.isStored ? 'was not stored at the kill' : 'was stored before its commit']
        : []),
      ...differences(step, asked, turn, shownBefore.get(step) ?? ''),
    ]
    return {
      step,
      resumed: step.ends === 'answered' && turn?.state === 'answered',
      interrupted: turn?.state === 'interrupted',
      orphanSeconds: step.isStored ? secondsOf(asked) : null,
      wrong: wrong.map((what) => `${label}: ${step.name}: ${what}`),
    }
  })
  await continueOne(world, people, atStep, outcomes)
  return {
    readyMs,
    steps: outcomes,
    talkOrphanSeconds: traffic.asked.map(secondsOf).filter((seconds) => seconds !== null),
    violations: await checkInvariants(world.database, { ...world.witness, asked: world.director.asked }),
  }
}

async function bringAll(
  world: CampaignWorld,
  people: People,
  label: string,
  blockades: Blockade[],
): Promise<Map<Step, AskedQuestion>> {
  const atStep = new Map<Step, AskedQuestion>()
  for (const stage of [1, 2, 3] as const)
    await Promise.all(
      steps.map(async (step) => {
        if (step.stage !== stage) return
        const person = people.ofStep.get(step) as TestPerson
        const scene = { ...stageOf(world, blockades), person, question: `${label}, ${step.name}?` }
        atStep.set(step, await within(30_000, step.bring(scene), step.name))
      }),
    )
  return new Map(steps.map((step) => [step, atStep.get(step) as AskedQuestion]))
}

async function storedAtTheKill(world: CampaignWorld, atStep: Map<Step, AskedQuestion>) {
  await backendsGone(world.database)
  const stored = new Map<Step, boolean>()
  for (const [step, asked] of atStep) stored.set(step, await isStored(world.database, asked))
  return stored
}

/** Faults in the outcome of a question that was killed at a step. */
function differences(
  { ends }: Step,
  asked: AskedQuestion,
  turn: TurnNow | undefined,
  shownBefore: string,
): string[] {
  if (!turn) return ['is lost']
  const found: string[] = []
  const state = ends === 'kept' ? 'answered' : ends
  if (turn.state !== state) found.push(`ended as ${turn.state} (${turn.errorCode})`)
  if (asked.text() !== turn.text) found.push('its reader sees something else than is stored')
  if (!turn.text.startsWith(shownBefore)) found.push(`shown was “${shownBefore}”, stored is “${turn.text}”`)
  if (turn.text === '') found.push('has no answer')
  if (ends === 'kept' && turn.text !== shownBefore) found.push('changed after its end')
  if (asked.end()?.state !== turn.state) found.push(`its reader saw the end ${asked.end()?.state}`)
  return found
}

/** Continues one of the interrupted answers: the new one starts with the shown text. */
async function continueOne(
  world: CampaignWorld,
  people: People,
  atStep: Map<Step, AskedQuestion>,
  outcomes: StepOutcome[],
): Promise<void> {
  const outcome = outcomes.find(({ interrupted }) => interrupted)
  const broken = outcome && atStep.get(outcome.step)
  const person = outcome && people.ofStep.get(outcome.step)
  if (!broken || !person) return
  const rest = ask(world, person, questionText(broken.request), { continuing: broken })
  await within(timeoutMs, rest.done, 'Continue')
  if (rest.text() !== broken.text() + restOf || rest.end()?.state !== 'answered')
    outcome.wrong.push(`${outcome.step.name}: Continue gave “${rest.text()}”`)
}

export function within<Value>(limitMs: number, work: Promise<Value>, what = 'this'): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not happen within ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
