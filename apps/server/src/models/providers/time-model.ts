import type { ModelTiming, ProviderProblem, ProviderToTest } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import { languageModelsOf } from '../wire/language-models.ts'
import { createModelHttp } from '../wire/model-http.ts'
import { ProviderFault } from '../wire/provider-fault.ts'
import { streamModel } from '../wire/stream-model.ts'
import { issuesOfAddress } from './check-address.ts'
import { connectionOf } from './connection-of.ts'
import type { ProviderPorts } from './ports.ts'
import { readProviders } from './stored-provider.ts'
import { keyToTest } from './test-provider.ts'

/** A local model may have to load first. */
const timeoutMs = 60_000
const maxOutputTokens = 64

/**
 * Asks one model of a provider for a word, stores nothing, and returns the milliseconds to the first word (or reasoning). Returns
 * a failure as one code, like the connection test.
 */
export async function timeModel(
  ports: ProviderPorts,
  given: ProviderToTest & { model: string },
): Promise<ModelTiming> {
  const { kind, baseUrl, providerId, model } = given
  const stored = await readProviders(ports.database.kysely)
  const tested = providerId && (stored.find(({ id }) => id === providerId) ?? fail('NOT_FOUND'))
  if (issuesOfAddress(baseUrl).length > 0) return { outcome: 'failed', problem: 'ADDRESS_NOT_ALLOWED' }
  const key = keyToTest(ports, tested, given)
  if (key === null) return { outcome: 'failed', problem: 'KEY_UNREADABLE' }

  const http = createModelHttp({ stallMs: timeoutMs, isGuarded: true })
  const connection = connectionOf({ kind, baseUrl }, key)
  const language = languageModelsOf(connection, http)(model)
  const asked = {
    language: () => language,
    protocol: connection.row.protocol,
    effort: {},
    maxOutputTokens,
    seesPictures: false,
    answerLimitMs: timeoutMs,
  }
  const startedMs = performance.now()
  const enough = new AbortController()
  let firstWordMs: number | null = null
  const timed = (): ModelTiming =>
    firstWordMs === null
      ? { outcome: 'failed', problem: 'PROVIDER_FAILED' }
      : { outcome: 'answered', firstWordMs }
  try {
    const options = { style: 'quick' as const, maxOutputTokens, signal: enough.signal }
    await streamModel(asked, [{ role: 'user', text: 'Reply with one word: ready' }], options, ({ type }) => {
      if (type !== 'text-delta' && type !== 'reasoning-delta') return
      firstWordMs ??= Math.round(performance.now() - startedMs)
      enough.abort()
    })
    return timed()
  } catch (error) {
    return enough.signal.aborted ? timed() : { outcome: 'failed', problem: problemOf(error) }
  } finally {
    await http.close()
  }
}

const problems: Partial<Record<ProviderFault['code'], ProviderProblem>> = {
  PROVIDER_REFUSED_KEY: 'KEY_REFUSED',
  PROVIDER_RATE_LIMITED: 'RATE_LIMITED',
  PROVIDER_STALLED: 'TIMED_OUT',
  ANSWER_TOO_LONG: 'TIMED_OUT',
  PROVIDER_MALFORMED: 'NOT_THIS_PROTOCOL',
  PROVIDER_REJECTED: 'MODEL_REFUSED',
}

function problemOf(error: unknown): ProviderProblem {
  if (!(error instanceof ProviderFault)) throw error
  return problems[error.code] ?? 'PROVIDER_FAILED'
}
