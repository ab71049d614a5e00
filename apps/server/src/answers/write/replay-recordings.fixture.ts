import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { protocols } from '../../models/catalogue/models-file.ts'
import { type Recording, recordingsDir } from '../../models/testing/replay.ts'

/** How the recorded bytes arrive: in one piece, or byte by byte. */
export type Pieces = 'whole' | 'bytes'

/** Starts a provider that replays recordings; the model's name selects the recording and the pieces: `rec-12-bytes`. */
export async function startRecordedProvider(recordings: readonly Recording[]) {
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const [, index, pieces] = /rec-(\d+)-(whole|bytes)/.exec(`${request.url} ${body}`) ?? []
      const recording = recordings[Number(index)]
      if (request.method !== 'POST' || !recording) return reply.writeHead(404).end('{}')
      reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      void send(reply, readFileSync(path.join(recordingsDir, recording.file)), pieces as Pieces)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

async function send(reply: ServerResponse, bytes: Buffer, pieces: Pieces): Promise<void> {
  if (pieces === 'whole') return void reply.end(bytes)
  // In HTTP each write becomes one chunk, and is read as one.
  for (let at = 0; at < bytes.length && !reply.destroyed; at += 1)
    if (!reply.write(bytes.subarray(at, at + 1)))
      await new Promise((resolve) => reply.once('drain', resolve).once('close', resolve))
  reply.end()
}

/** A models file with every recording in every protocol: `<protocol>-rec-12-whole`. */
export function modelsOfRecordings(url: string): { file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-recordings-'))
  const file = path.join(folder, 'models.yaml')
  const price = '{ input: 0.001, cachedInput: 0.001, output: 0.001 }'
  const about =
    'description: Says what was recorded., category: Basic, contextLimit: 128000, maxOutputTokens: 8000, speed: 3, quality: 3'
  writeFileSync(
    file,
    [
      'baseModel: test-model',
      'defaultModel: test-model',
      'providers:',
      ...protocols.map(
        (protocol) =>
          `  - { name: ${protocol}, displayName: Recorded, protocol: ${protocol}, key: '\${TEST_MODELS_KEY}', baseUrl: ['${url}'] }`,
      ),
      'models:',
      `  - { id: test-model, provider: openai-compatible, model: test-model, displayName: Test, ${about}, price: ${price} }`,
      ...protocols.map(
        (protocol) =>
          `  - { id: '${protocol}-rec-*', provider: ${protocol}, model: 'rec-*', displayName: Recorded, ${about}, price: ${price} }`,
      ),
    ].join('\n'),
  )
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
