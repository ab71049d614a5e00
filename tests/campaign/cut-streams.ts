import { contract, type TurnId } from '@atrium/contract'
import { checkInvariants, send, startWorld, type TestPerson } from '@atrium/testkit'

/** The result of reading with cuts. */
export type CutStreams = { wrong: string[]; resumeMs: number[] }

const readersAtOnce = 8
const pieces = ['Straße ', '日本語 ', '🙂 and ', 'plain words, ', '| a | b |\n', '$x^2$ ']

/**
 * Streams answers and cuts the readers' connections at any byte; each reader resumes with the number of its last whole event. Its text
 * must equal the bytes that an uninterrupted reader received. `random` returns numbers from 0 up to 1.
 */
export async function cutStreams(
  databaseHost: string,
  cuts: number,
  random: () => number,
): Promise<CutStreams> {
  const world = await startWorld({ databaseHost })
  const result: CutStreams = { wrong: [], resumeMs: [] }
  try {
    const kim = await world.signUp()
    for (let left = cuts, round = 1; left > 0; round += 1) {
      world.model.script('test-model', () => slowly(random))
      const { response, turnId } = await kim.ask(`Tell me something long, ${round}.`)
      const budget = { left: Math.min(left, 240) }
      left -= budget.left
      const cutting = Array.from({ length: readersAtOnce }, () => readInPieces(kim, turnId, budget, random))
      const whole = await response.text()
      for (const { text, resumeMs } of await Promise.all(cutting)) {
        result.resumeMs.push(...resumeMs)
        if (text !== whole)
          result.wrong.push(`${turnId}: ${text.length} characters pieced together of ${whole.length}`)
      }
      // Those that the answer's end came too early for are cut while they read it again.
      while (budget.left > 0) {
        const { text, resumeMs } = await readInPieces(kim, turnId, budget, random)
        result.resumeMs.push(...resumeMs)
        if (text !== whole) result.wrong.push(`${turnId}: read again otherwise`)
      }
    }
    const violations = await checkInvariants(world.database, { acknowledged: [], seen: [] })
    result.wrong.push(...violations.map(({ invariant, what }) => `${invariant} ${what}`))
  } finally {
    await world.close()
  }
  return result
}

async function* slowly(random: () => number): AsyncGenerator<{ text: string } | { finish: 'stop' }> {
  for (let count = 0; count < 120; count += 1) {
    yield { text: pieces[Math.floor(random() * pieces.length)] ?? '' }
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
  }
  yield { finish: 'stop' }
}

/** Reads a turn to its end; each of the remaining cuts comes after a random number of bytes. */
async function readInPieces(
  { api }: TestPerson,
  turnId: TurnId,
  budget: { left: number },
  random: () => number,
): Promise<{ text: string; resumeMs: number[] }> {
  const resumeMs: number[] = []
  let text = ''
  for (;;) {
    const after = Number(/^id: (\d+)$/gm.exec(lastEventOf(text))?.[1] ?? 0)
    const startedMs = performance.now()
    const cutter = new AbortController()
    const headers = { 'last-event-id': String(after) }
    const response = await send(
      contract.readAnswer,
      { ...api, url: api.url, headers, signal: cutter.signal },
      { params: { turnId } },
    )
    const isCut = budget.left > 0
    if (isCut) budget.left -= 1
    const { bytes, firstMs } = await read(response, isCut ? 1 + Math.floor(random() ** 2 * 6000) : Infinity)
    cutter.abort()
    resumeMs.push(firstMs - startedMs)
    // An incomplete event or character at the end of a cut connection is ignored.
    const received = bytes.toString('latin1')
    const wholeEvents = received.slice(0, received.lastIndexOf('\n\n') + 2)
    text += Buffer.from(wholeEvents.length > 1 ? wholeEvents : '', 'latin1')
      .toString('utf8')
      .replaceAll(/^: *\n\n/gm, '')
    if (text.endsWith('data: [DONE]\n\n')) return { text, resumeMs }
  }
}

const lastEventOf = (text: string) => text.slice(Math.max(0, text.lastIndexOf('\n\nid: ')))

async function read(response: Response, maxBytes: number): Promise<{ bytes: Buffer; firstMs: number }> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let firstMs = 0
  for (let size = 0; size < maxBytes;) {
    const { done, value } = await reader.read()
    firstMs ||= performance.now()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  await reader.cancel()
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, Math.min(bytes.length, maxBytes)), firstMs }
}
