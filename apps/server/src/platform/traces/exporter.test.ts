import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createExporter } from './exporter.ts'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

async function exportingTo(collector: RequestListener) {
  const server = createServer(collector)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const metrics = new Registry()
  const log: string[] = []
  const exporter = createExporter({
    url: `http://127.0.0.1:${port}/v1/traces`,
    bodyOf: (spans) => ({ spans }),
    metrics,
    log: createLog({ level: 'trace' }, { write: (line) => void log.push(line) }),
  })
  const count = async (outcome: string) =>
    Number(new RegExp(`{outcome="${outcome}"} (\\d+)`).exec(await metrics.metrics())?.[1] ?? 0)
  const add = (spans: number) => {
    for (let number = 0; number < spans; number += 1) exporter.add({ number })
  }
  return { exporter, log, count, add }
}

test('OPS-03 a collector that never replies takes a bounded number of spans and at most two seconds of a stop', async () => {
  const { exporter, log, count, add } = await exportingTo(() => undefined)
  add(3_000)
  expect(await count('dropped')).toBe(3_000 - 2_048)
  const before = performance.now()
  await exporter.stop()
  expect(performance.now() - before).toBeLessThan(4_000)
  expect(log.filter((line) => line.includes('traces.failed'))).toHaveLength(1)
})

test('OPS-03 spans that a collector refuses are dropped, and later ones are sent', async () => {
  let requests = 0
  const { exporter, count, add } = await exportingTo((request, response) => {
    request.resume()
    requests += 1
    response.writeHead(requests === 1 ? 400 : 200).end()
  })
  add(512)
  await vi.waitFor(async () => expect(await count('dropped')).toBe(512))
  add(1_000)
  await exporter.stop()
  expect(await count('sent')).toBe(1_000)
  expect(requests).toBe(3)
})

test('OPS-03 an outage of a collector is logged once, and its spans wait for the end of it', async () => {
  let requests = 0
  let status = 503
  const { exporter, log, count, add } = await exportingTo((request, response) => {
    request.resume()
    requests += 1
    response.writeHead(status).end()
  })
  const logged = (event: string) => log.filter((line) => line.includes(event)).length
  add(512)
  await vi.waitFor(() => expect(logged('traces.failed')).toBe(1))
  await exporter.stop()
  expect(requests).toBe(2)
  expect(logged('traces.failed')).toBe(1)
  status = 200
  await exporter.stop()
  expect([await count('sent'), await count('dropped'), logged('traces.recovered')]).toEqual([512, 0, 1])
})
