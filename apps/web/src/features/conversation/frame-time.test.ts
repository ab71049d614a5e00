import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameTime } from './frame-time.ts'

let nowMs = 0
let frames: (() => void)[] = []
const nextFrame = () => {
  const due = frames
  frames = []
  for (const run of due) run()
}

beforeEach(() => {
  nowMs = 0
  frames = []
  vi.stubGlobal('performance', { now: () => nowMs })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
})
afterEach(() => vi.unstubAllGlobals())

const taking = (ms: number) => () => {
  nowMs += ms
}

test('CHAT-06 tasks get the remaining time of the frame, and a new frame has its full budget', () => {
  const time = createFrameTime(8)
  const left: number[] = []
  for (const ms of [5, 5, 1])
    time.spend((leftMs) => {
      left.push(leftMs)
      nowMs += ms
    })
  expect(left).toEqual([8, 3, 0])
  expect(time.hasTime()).toBe(false)
  nextFrame()
  expect(time.hasTime()).toBe(true)
})

test('CHAT-06 queued tasks are spread over frames, the last first, and can be cancelled', () => {
  const time = createFrameTime(8)
  const done: string[] = []
  const ask = (name: string) =>
    time.whenThereIsTime(() => {
      done.push(name)
      taking(5)()
    })
  ask('a')
  ask('b')
  ask('c')
  const cancel = ask('d')
  cancel()
  nextFrame()
  expect(done).toEqual(['c', 'b'])
  nextFrame()
  expect(done).toEqual(['c', 'b', 'a'])
  nextFrame()
  expect(frames).toHaveLength(0)
})
