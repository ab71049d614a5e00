import { expect, test } from 'vitest'
import { cpuSeconds, memoryMegabytes, parseStat } from './processes.ts'

test('a line of /proc/PID/stat is parsed for any process name', () => {
  const fields = ['S', '41', ...Array.from({ length: 9 }, () => '0'), '250', '50', '30', '20', '20', '0']
  expect(parseStat(`42 (postgres: (io) 7 worker) ${fields.join(' ')}`)).toEqual({
    parent: 41,
    ownTicks: 300,
    endedChildrenTicks: 50,
  })
})

test.runIf(process.platform === 'linux')('work that this process does is seen, and its memory', () => {
  const server = { main: process.pid, postmaster: null }
  const before = cpuSeconds(server)
  const until = process.cpuUsage().user + 60_000
  while (process.cpuUsage().user < until) Math.sqrt(until)
  expect(cpuSeconds(server) - before).toBeGreaterThanOrEqual(0.04)
  expect(memoryMegabytes(server)).toBeGreaterThan(10)
})
