import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const open = (limits = { perLane: 10, perClient: 4 }) =>
  createFairQueue<'in' | 'up', string>(['in', 'up'], limits)
const drain = (queue: ReturnType<typeof open>) => {
  const taken: string[] = []
  for (let job = queue.next(); job !== undefined; job = queue.next()) taken.push(job)
  return taken
}

test('D11 lanes take turns, and so do the clients of a lane, each in the order of its jobs', () => {
  const queue = open()
  for (const job of ['a1', 'a2', 'a3']) queue.add({ lane: 'up', client: 'a' }, job)
  queue.add({ lane: 'up', client: 'b' }, 'b1')
  queue.add({ lane: 'in', client: 'c' }, 'c1')
  expect(drain(queue)).toEqual(['c1', 'a1', 'b1', 'a2', 'a3'])
})

test('D11 a client that arrives during a crowd is next but one', () => {
  const queue = open()
  for (const job of ['a1', 'a2', 'a3', 'a4']) queue.add({ lane: 'up', client: 'a' }, job)
  expect(queue.next()).toBe('a1')
  queue.add({ lane: 'in', client: 'b' }, 'b1')
  queue.add({ lane: 'up', client: 'c' }, 'c1')
  expect([queue.next(), queue.next(), queue.next()]).toEqual(['b1', 'a2', 'c1'])
})

test('D11 the queue is limited per lane and per client', () => {
  const queue = open({ perLane: 5, perClient: 3 })
  const add = (client: string) => queue.add({ lane: 'up', client }, client)
  expect([add('a'), add('a'), add('a'), add('a')]).toEqual([true, true, true, false])
  expect([add('b'), add('b'), add('b')]).toEqual([true, true, false])
  expect(queue.add({ lane: 'in', client: 'a' }, 'a')).toBe(true)
  queue.next()
  expect(queue.next()).toBe('a')
  expect(add('b')).toBe(true)
})
