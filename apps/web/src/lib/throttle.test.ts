import { expect, test } from 'vitest'
import { throttled } from './throttle.ts'

function counting() {
  let runs = 0
  let nowMs = 0
  const work = throttled(
    async (key: string) => {
      runs += 1
      if (key === 'bad') throw new Error('failed')
      return `${key} ${runs}`
    },
    1000,
    (key) => key,
    () => nowMs,
  )
  return { work, runs: () => runs, pass: (ms: number) => (nowMs += ms) }
}

test('AUTH-12 ACC-03 within 1000 ms the answer before is given again', async () => {
  const { work, pass } = counting()
  const first = await work('a')
  pass(999)
  expect(await work('a')).toBe(first)
  pass(1)
  expect(await work('a')).toBe('a 2')
})

test('ACC-04 another account is requested at once', async () => {
  const { work } = counting()
  await work('a')
  expect(await work('b')).toBe('b 2')
})

test('AUTH-12 a failure is not given again', async () => {
  const { work, runs } = counting()
  await expect(work('bad')).rejects.toThrow()
  await expect(work('bad')).rejects.toThrow()
  expect(runs()).toBe(2)
})
