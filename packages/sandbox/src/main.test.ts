import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('MODEL-06 the sandbox runs alone, prints its URLs, and stops on request', async () => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/main.ts`, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const piece of child.stdout) {
    said += String(piece)
    if (said.includes('SMTP on')) break
  }
  const url = /model provider: (http:\S+)\/v1/.exec(said)?.[1]
  expect((await fetch(`${url}/v1/models`)).status).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})
