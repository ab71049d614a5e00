import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Protocol } from './models-file.ts'
import { expectedTokens, protocolOf, reasonToLeaveOut } from './testing/recorded-expectations.ts'
import {
  eachOf,
  hasRecordings,
  hear,
  readRecordings,
  sha256,
  startReplay,
  type Heard,
  type Recording,
  type Replay,
} from './testing/replay.ts'

/** Where only the reasoning cannot be read: the raw one of a Responses API that is no OpenAI's. OpenRouter is asked by chat. */
const reasoningNotRead = new Set(['openrouter/pydantic-test_openai_responses_raw_cot_stream_openrouter.sse'])

const finishReasons: Record<string, string[]> = {
  length: ['length'],
  max_tokens: ['length'],
  content_filter: ['content-filter'],
}

/** What differs from what a right reader must have seen; nothing when all is as it should be. */
function differences(recording: Recording, heard: Heard): string[] {
  const { text_sha256, text_len = 0, reasoning_len = 0, finish = [] } = recording.expect
  const found: string[] = []
  if (sha256(heard.text) !== text_sha256)
    found.push(`text of ${[...heard.text].length} characters, not ${text_len}`)
  if ([...heard.reasoning].length !== reasoning_len && !reasoningNotRead.has(recording.file))
    found.push(`reasoning of ${[...heard.reasoning].length}, not ${reasoning_len}`)
  const tokens = expectedTokens(recording)
  const counted = heard.usage && [heard.usage.inputTokens, heard.usage.outputTokens]
  if (JSON.stringify(counted) !== JSON.stringify(tokens))
    found.push(`tokens ${JSON.stringify(counted)}, not ${JSON.stringify(tokens)}`)
  // A recording of tool calls alone, which are never asked for, is an answer without a word.
  if (heard.fault && !(text_len === 0 && heard.fault.code === 'PROVIDER_EMPTY'))
    found.push(`fault ${heard.fault.code}`)
  if (!heard.fault && !(finishReasons[finish.at(-1) ?? ''] ?? ['stop', 'other']).includes(heard.finish ?? ''))
    found.push(`end ${heard.finish}, not ${finish.join()}`)
  return found
}

const recordings = readRecordings()
const supported = recordings.filter((recording) => reasonToLeaveOut(recording) === null)
const faultStatuses = [
  ['s429', 'PROVIDER_RATE_LIMITED'],
  ['s500', 'PROVIDER_UNAVAILABLE'],
  ['s503', 'PROVIDER_UNAVAILABLE'],
  ['html', 'PROVIDER_MALFORMED'],
] as const

if (!hasRecordings)
  console.warn('Skipped: the recorded answers (../shared/fixtures/streams) are not on this machine.')

describe.skipIf(!hasRecordings)('recorded answers of vendors', () => {
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay()
  })
  afterAll(() => replay.stop())

  async function expectAllToConform(mutation: string, which = supported) {
    const wrong: string[] = []
    await eachOf(which, 8, async (recording) => {
      const found = differences(
        recording,
        await hear(replay, recording.file, protocolOf(recording), mutation),
      )
      if (found.length > 0) wrong.push(`${recording.file}: ${found.join('; ')}`)
    })
    console.log(
      `recorded answers ${mutation || 'whole'}: ${which.length - wrong.length} of ${which.length} conform, ${recordings.length - supported.length} of ${recordings.length} left out`,
    )
    expect(wrong).toEqual([])
  }

  test('ANS-02 B39 every recorded answer is read to the letter', () => expectAllToConform(''))
  test('ANS-02 B39 so it is with Windows line ends', () => expectAllToConform('crlf'))

  // The replay server breaks down over a larger one: it cannot hand so many single bytes to the network.
  const largestByteByByte = 250_000
  // All of them take half a minute: every second one is read.
  test('ANS-02 B39 so it is when every byte comes alone', { timeout: 600_000 }, () =>
    expectAllToConform(
      'bytes1',
      supported.filter(({ bytes = 0 }, index) => index % 2 === 0 && bytes <= largestByteByByte),
    ),
  )

  test('B38 an answer that is cut off is a dropped one, and what came is kept', async () => {
    const wrong: string[] = []
    await eachOf(supported, 16, async (recording) => {
      const whole = recording.expect.text_len ?? 0
      const { fault, text } = await hear(replay, recording.file, protocolOf(recording), 'cut')
      if (fault?.code !== 'PROVIDER_DROPPED' || [...text].length > whole)
        wrong.push(`${recording.file}: ${fault?.code ?? 'no fault'}`)
    })
    expect(wrong).toEqual([])
  })

  test('B37 an answer that stops coming is a stalled one', async () => {
    const wrong: string[] = []
    await eachOf(
      supported.filter((_, index) => index % 3 === 0),
      16,
      async (recording) => {
        const { fault } = await hear(replay, recording.file, protocolOf(recording), 'stall', 500)
        if (fault?.code !== 'PROVIDER_STALLED') wrong.push(`${recording.file}: ${fault?.code ?? 'no fault'}`)
      },
    )
    expect(wrong).toEqual([])
  })

  test('B39 events that come twice end in a known state', async () => {
    await eachOf(supported, 8, async (recording) => {
      const { finish, fault } = await hear(replay, recording.file, protocolOf(recording), 'dup')
      expect(finish ?? fault?.code, recording.file).toBeTruthy()
    })
  })

  test.each(faultStatuses)('B35 %s of any vendor is %s', async (mutation, code) => {
    const oneOfEach = [...new Map(supported.map((recording) => [protocolOf(recording), recording])).values()]
    for (const recording of oneOfEach) {
      const { fault } = await hear(replay, recording.file, protocolOf(recording), mutation)
      expect(fault?.code, protocolOf(recording)).toBe(code)
      expect(fault?.retryAfterSeconds ?? null).toBe(mutation === 's429' ? 2 : null)
    }
  })

  test('B35 recorded refusals are told apart', async () => {
    const codes = {
      400: 'PROVIDER_REJECTED',
      401: 'PROVIDER_REFUSED_KEY',
      404: 'PROVIDER_REJECTED',
      429: 'PROVIDER_RATE_LIMITED',
    } as Record<number, string>
    for (const recording of recordings.filter(({ kind }) => kind === 'http-error')) {
      const protocol =
        (
          { anthropic: 'anthropic', azure: 'azure', google: 'google', openai: 'openai-responses' } as Record<
            string,
            Protocol
          >
        )[recording.provider] ?? 'openai-compatible'
      const { fault } = await hear(replay, recording.file, protocol)
      expect(fault?.code, recording.file).toBe(codes[recording.expect.status ?? 0])
    }
  })

  test('B39 two answers mixed within one stream are malformed', async () => {
    const { fault } = await hear(replay, 'anthropic/vercelai-spliced-message-start.sse', 'anthropic')
    expect(fault?.code).toBe('PROVIDER_MALFORMED')
  })
})
