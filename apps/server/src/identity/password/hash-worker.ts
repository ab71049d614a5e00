import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** A password with its salt and scrypt's cost `N`; `id` matches the reply. */
export type HashRequest = { id: number; password: string; salt: string; cost: number }
export type HashReply = { id: number; key: string }

const blockSize = 16
const keyBytes = 64

parentPort?.on('message', ({ id, password, salt, cost }: HashRequest) => {
  const options = { N: cost, r: blockSize, p: 1, maxmem: 128 * cost * blockSize * 2 }
  const key = scryptSync(password.normalize('NFKC'), salt, keyBytes, options).toString('hex')
  parentPort?.postMessage({ id, key } satisfies HashReply)
})
