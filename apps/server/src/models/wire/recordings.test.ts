import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Protocol } from '../catalogue/models-file.ts'
import { expectedTokens, protocolOf, reasonToLeaveOut } from '../testing/recorded-expectations.ts'
import {
  eachOf,
  hasRecordings,
  hear,
  readRecordings,
  sha256,
  startReplay,
  type Received,
  type Recording,
  type Replay,
} from '../testing/replay.ts'

const finishReasons: Record<string, string[]> = {
  length: ['length'],
  max_tokens: ['length'],
  content_filter: ['content-filter'],
}

/** The differences from a correct reading of the recording; empty when there are none. */
function differences(recording: Recording, received: Received): string[] {
  const { text_sha256, text_len = 0, reasoning_len = 0, finish = [] } = recording.expect
  const found: string[] = []
  if (sha256(received.text) !== text_sha256)
    found.push(`text of ${[...received.text].length} characters, not ${text_len}`)
  if ([...received.reasoning].length !== reasoning_len)
    found.push(`reasoning of ${[...received.reasoning].length}, not ${reasoning_len}`)
  const tokens = expectedTokens(recording)
  const counted = received.usage && [received.usage.inputTokens, received.usage.outputTokens]
  if (JSON.stringify(counted) !== JSON.stringify(tokens))
    found.push(`tokens ${JSON.stringify(counted)}, not ${JSON.stringify(tokens)}`)
  // A recording with only tool calls, which we never request, is an empty answer.
  if (received.fault && !(text_len === 0 && received.fault.code === 'PROVIDER_EMPTY'))
    found.push(`fault ${received.fault.code}`)
  if (
    !received.fault &&
    !(finishReasons[finish.at(-1) ?? ''] ?? ['stop', 'other']).includes(received.finish ?? '')
  )
    found.push(`end ${received.finish}, not ${finish.join()}`)
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

describe.skipIf(!hasRecordings)('recorded vendor answers', () => {
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

  test('MODEL-05 B39 every recorded answer is read exactly', () => expectAllToConform(''))
  test('MODEL-05 B39 also with Windows line endings', () => expectAllToConform('crlf'))

  // The replay server fails on a larger one: it can't send so many single bytes.
  const maxByteByByte = 250_000
  // All of them take half a minute: reads every second one.
  test('MODEL-05 B39 also when every byte arrives separately', { timeout: 600_000 }, () =>
    expectAllToConform(
      'bytes1',
      supported.filter(({ bytes = 0 }, index) => index % 2 === 0 && bytes <= maxByteByByte),
    ),
  )

  test('a truncated answer is dropped, and its text is kept', async () => {
    const wrong: string[] = []
    await eachOf(supported, 16, async (recording) => {
      const whole = recording.expect.text_len ?? 0
      const { fault, text } = await hear(replay, recording.file, protocolOf(recording), 'cut')
      if (fault?.code !== 'PROVIDER_DROPPED' || [...text].length > whole)
        wrong.push(`${recording.file}: ${fault?.code ?? 'no fault'}`)
    })
    expect(wrong).toEqual([])
  })

  test('B37 an answer that stops arriving is stalled', async () => {
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

  test('B39 duplicate events end in a defined state', async () => {
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

  test('B35 recorded refusals are recognized', async () => {
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

  test('B39 two answers mixed in one stream are malformed', async () => {
    const { fault } = await hear(replay, 'anthropic/vercelai-spliced-message-start.sse', 'anthropic')
    expect(fault?.code).toBe('PROVIDER_MALFORMED')
  })
})
