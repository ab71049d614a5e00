import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** A password with its salt; `id` matches the reply. */
export type HashRequest = { id: number; password: string; salt: string }
export type HashReply = { id: number; key: string }

/** scrypt (RFC 7914) with 32 MiB and about a tenth of a second per password. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
const keyBytes = 64

parentPort?.on('message', ({ id, password, salt }: HashRequest) => {
  const key = scryptSync(password.normalize('NFKC'), salt, keyBytes, cost).toString('hex')
  parentPort?.postMessage({ id, key } satisfies HashReply)
})
