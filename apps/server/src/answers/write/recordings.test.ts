import {
  checkInvariants,
  call,
  endOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { expectedTokens, protocolOf, reasonToLeaveOut } from '../../models/testing/recorded-expectations.ts'
import { eachOf, hasRecordings, readRecordings, type Recording, sha256 } from '../../models/testing/replay.ts'
import { modelsOfRecordings, type Pieces, startRecordedProvider } from './replay-recordings.fixture.ts'

/** Longer ones arrive byte by byte only in the models' tests: here every byte is a network event. */
const maxByteByByte = 150_000

const recordings = readRecordings()
const supported = recordings.filter((recording) => reasonToLeaveOut(recording) === null)

// The tests of the models document where the recordings are; a plain clone has none.
describe.skipIf(!hasRecordings)('recorded vendor answers, through the whole answer pipeline', () => {
  let world: World
  let kim: TestPerson
  let provider: Awaited<ReturnType<typeof startRecordedProvider>>
  let models: ReturnType<typeof modelsOfRecordings>
  beforeAll(async () => {
    provider = await startRecordedProvider(recordings)
    models = modelsOfRecordings(provider.url)
    world = await startWorld({
      databaseHost: inject('databaseHost'),
      environment: { ATRIUM_MODELS_FILE: models.file },
    })
    kim = await world.signUp()
  })
  afterAll(async () => {
    await world.close()
    await provider.close()
    models.remove()
  })

  /** Asks a question; returns how the stored or shown answer differs from the recording. */
  async function differences(recording: Recording, pieces: Pieces): Promise<string[]> {
    const modelId = `${protocolOf(recording)}-rec-${recordings.indexOf(recording)}-${pieces}`
    const { response, chatId } = await kim.ask(`Play ${recording.file}`, { modelId })
    if (response.status !== 200) return [`refused with ${response.status}: ${await response.text()}`]
    const end = endOf((await readEvents(response)).events)
    const turn = (await call('getChat', kim.api, { params: { chatId } })).message.turns[0]
    const { text_sha256, text_len = 0 } = recording.expect
    const text = (turn?.parts ?? []).flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
    const tokens = text_len === 0 ? null : expectedTokens(recording)
    const counted = turn?.usage && !turn.usage.estimated && [turn.usage.inputTokens, turn.usage.outputTokens]
    // A recording with only tool calls, which we never request, is an empty answer.
    const state = text_len === 0 ? 'failed' : 'answered'
    return [
      ...(sha256(text) === text_sha256 ? [] : [`text of ${text.length} characters, not ${text_len}`]),
      ...(JSON.stringify(counted || null) === JSON.stringify(tokens)
        ? []
        : [`tokens ${JSON.stringify(turn?.usage)}, not ${JSON.stringify(tokens)}`]),
      ...(turn?.state === state && end?.state === state
        ? []
        : [`ended as ${turn?.state}: ${turn?.errorCode}`]),
      ...(text_len === 0 && turn?.creditsCharged !== 0 ? ['charged for nothing'] : []),
    ]
  }

  async function expectAllToConform(which: readonly Recording[], pieces: Pieces) {
    const wrong: string[] = []
    await eachOf(which, 8, async (recording) => {
      const found = await differences(recording, pieces)
      if (found.length > 0) wrong.push(`${recording.file}: ${found.join('; ')}`)
    })
    console.log(
      `recorded answers stored, ${pieces}: ${which.length - wrong.length} of ${which.length} conform`,
    )
    expect(wrong).toEqual([])
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  }

  test('ANS-02 B39 every recorded answer is stored to the letter, with its token counts', () =>
    expectAllToConform(supported, 'whole'))

  test('ANS-02 B39 the same holds when every byte arrives alone', { timeout: 600_000 }, () =>
    expectAllToConform(
      supported.filter(({ bytes = 0 }) => bytes <= maxByteByByte),
      'bytes',
    ),
  )
})
