import { expect, test } from 'vitest'
import { createTurns, maxReadersAtOnce, maxWaiting } from './take-turns.ts'

const never = new AbortController().signal

test('files are read two at a time, the next in turn, and a limited number wait', async () => {
  const takeTurn = createTurns()
  const [end] = await Promise.all(Array.from({ length: maxReadersAtOnce }, () => takeTurn(never)))
  const order: number[] = []
  const waiting = Array.from({ length: maxWaiting }, async (_, index) => {
    const endTurn = await takeTurn(never)
    order.push(index)
    endTurn()
  })
  await expect(takeTurn(never)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  end?.()
  await Promise.all(waiting)
  expect(order).toEqual(Array.from({ length: maxWaiting }, (_, index) => index))
})

test('a cancelled import that waits leaves its place to another at once', async () => {
  const takeTurn = createTurns()
  const ends = await Promise.all(Array.from({ length: maxReadersAtOnce }, () => takeTurn(never)))
  const cancelling = new AbortController()
  const cancelled = takeTurn(cancelling.signal)
  const others = Array.from({ length: maxWaiting - 1 }, () => takeTurn(never))
  cancelling.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  others.push(takeTurn(never))
  for (const end of ends) end()
  for (const other of others) (await other)()
})
