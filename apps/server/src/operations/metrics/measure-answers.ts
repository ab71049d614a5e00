import type { ErrorCode } from '@atrium/contract'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { AnswerMeasures } from '../../answers/index.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Metrics of answers: by model and state, time to the first word, and tokens. */
export function measureAnswers(metrics: Metrics): AnswerMeasures {
  const registers = [metrics]
  const running = new Gauge({
    name: 'atrium_answers_running',
    help: 'Answers that this process is writing',
    labelNames: ['model'],
    registers,
  })
  const ended = new Counter({
    name: 'atrium_answers_total',
    help: 'Answers that ended: answered, stopped, failed or interrupted',
    labelNames: ['model', 'state', 'error'],
    registers,
  })
  const durations = new Histogram({
    name: 'atrium_answer_duration_seconds',
    help: 'Time from a question to the end of its answer',
    labelNames: ['model', 'state'],
    buckets: [1, 3, 10, 30, 100, 300],
    registers,
  })
  const firstWords = new Histogram({
    name: 'atrium_answer_first_word_seconds',
    help: 'Time from a question to the first word of its answer',
    labelNames: ['model'],
    buckets: [0.1, 0.3, 1, 3, 10, 30],
    registers,
  })
  const tokens = new Counter({
    name: 'atrium_answer_tokens_total',
    help: 'Tokens of answers: input (cached ones too), cached_input, output (reasoning too), reasoning',
    labelNames: ['model', 'kind'],
    registers,
  })
  return {
    begin(first) {
      let model = first
      running.inc({ model })
      return {
        answeredBy(next) {
          running.dec({ model })
          model = next
          running.inc({ model })
        },
        end: () => running.dec({ model }),
      }
    },
    firstWord: (model, seconds) => firstWords.observe({ model }, seconds),
    ended({ modelId: model, state, errorCode, usage, seconds }) {
      ended.inc({ model, state, error: errorCode ?? 'none' })
      durations.observe({ model, state }, seconds)
      if (!usage) return
      tokens.inc({ model, kind: 'input' }, usage.inputTokens)
      tokens.inc({ model, kind: 'cached_input' }, usage.cachedInputTokens)
      tokens.inc({ model, kind: 'output' }, usage.outputTokens)
      tokens.inc({ model, kind: 'reasoning' }, usage.reasoningTokens)
    },
  }
}

/** Counts the faults of model providers, for all kinds of calls. */
export function measureFaults(metrics: Metrics): (provider: string, code: ErrorCode) => void {
  const faults = new Counter({
    name: 'atrium_provider_faults_total',
    help: 'Calls of model providers that did not end well, retries too',
    labelNames: ['provider', 'kind'],
    registers: [metrics],
  })
  return (provider, kind) => faults.inc({ provider, kind })
}
