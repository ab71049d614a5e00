import { createInterface } from 'node:readline'
import type { Block } from '@atrium/documents'
import { makePassages } from './make-passages.ts'

/** Cuts one document into passages: reads its blocks from standard input, a line of JSON each, and writes frames. */
async function* blocksIn(): AsyncGenerator<Block> {
  for await (const line of createInterface({ input: process.stdin })) yield JSON.parse(line) as Block
}

/** Resolves when written: waits for a slow consumer. */
const send = (frame: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(frame, () => resolve()))

for await (const frame of makePassages(blocksIn(), process.argv[2] ?? '')) await send(frame)
process.exit()
