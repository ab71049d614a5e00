import { mintId } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunningTurns } from '../running-turns.ts'
import { RunningTurn } from '../write/running-turn.ts'
import { createFollowUpWork, followUpsBeside } from './follow-up-work.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    }),
)
afterEach(() => void vi.useRealTimers())

test.each([
  { runningAnswers: 0, youngestMs: Infinity, max: 16 },
  { runningAnswers: 1, youngestMs: 0, max: 2 },
  { runningAnswers: 1, youngestMs: 1_999, max: 2 },
  { runningAnswers: 1, youngestMs: 2_000, max: 6 },
  { runningAnswers: 500, youngestMs: 10, max: 2 },
  { runningAnswers: 500, youngestMs: 60_000, max: 6 },
])('beside $runningAnswers answers, the youngest $youngestMs ms old: $max at once', ({ max, ...load }) => {
  expect(followUpsBeside(load)).toBe(max)
})

/** Work that goes on until it is ended. */
function startMany(running: RunningTurns, count: number, signal = new AbortController().signal) {
  const followUp = createFollowUpWork(running)
  const ends: (() => void)[] = []
  const done = Promise.all(
    Array.from({ length: count }, () =>
      followUp(() => new Promise<void>((resolve) => void ends.push(resolve)), signal),
    ),
  )
  return { ends, done }
}

function startAnswer(running: RunningTurns): RunningTurn {
  const lease = { accountId: mintId('account'), turnId: mintId('turn'), leaseNumber: 1 }
  const turn = new RunningTurn({ lease, chatId: mintId('chat'), userId: mintId('user') })
  running.set(turn.turnId, turn)
  return turn
}

test('work waits while an answer begins, continues as it grows older or ends, and none is left out', async () => {
  const running = new RunningTurns()
  const answer = startAnswer(running)
  const { ends, done } = startMany(running, 20)
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(2_250)
  expect(ends).toHaveLength(7)
  running.delete(answer.turnId)
  await vi.advanceTimersByTimeAsync(250)
  expect(ends).toHaveLength(17)
  for (let ended = 0; ended < 20; ended += 1) {
    ends[ended]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await done
  expect(vi.getTimerCount()).toBe(0)
})

test('no work waits longer than 5 s for answers that never cease', async () => {
  const running = new RunningTurns()
  const { ends } = startMany(running, 30)
  const answering = setInterval(() => startAnswer(running), 1_000)
  startAnswer(running)
  await vi.advanceTimersByTimeAsync(4_500)
  expect(ends).toHaveLength(16)
  await vi.advanceTimersByTimeAsync(600)
  expect(ends).toHaveLength(30)
  clearInterval(answering)
})

test('a process that stops does not hold work back', async () => {
  const running = new RunningTurns()
  startAnswer(running)
  const stopping = new AbortController()
  const { ends } = startMany(running, 5, stopping.signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  stopping.abort()
  await vi.advanceTimersByTimeAsync(250)
  expect(ends).toHaveLength(5)
})
