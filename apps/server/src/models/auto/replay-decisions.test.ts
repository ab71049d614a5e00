import { expect, test } from 'vitest'
import type { AutoDecision } from './auto-decision.ts'
import { createReplay, type DecisionRecord, reportText } from './replay-decisions.ts'
import { routeQuestion, type Candidate, type Needs } from './route-question.ts'

const model = (modelId: string, more: Partial<Candidate>): Candidate => ({
  modelId,
  providerName: 'A',
  sandbox: false,
  contextLimit: 100_000,
  reasoning: false,
  seesImages: false,
  readsSpreadsheets: false,
  makesPictures: false,
  goodAt: [],
  speed: 3,
  quality: 3,
  creditsPerTypicalQuestion: 1,
  ...more,
})
const candidates = [model('quick', { speed: 5, quality: 2 }), model('wise', { speed: 1, quality: 5 })]

function decided(needs: Partial<Needs> = {}, more: Partial<AutoDecision> = {}): AutoDecision {
  const complete: Needs = { style: 'quick', inputTokens: 10, preference: 'fastest', ...needs }
  const { ranked, reason } = routeQuestion(candidates, complete)
  return { version: 1, needs: complete, candidates, modelId: ranked[0]!.modelId, reason, ...more }
}
const record = (decision: AutoDecision, more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  // As the database returns it.
  decision: JSON.parse(JSON.stringify(decision)) as AutoDecision,
  answeredBy: decision.modelId,
  state: 'answered',
  rating: null,
  creditsChargedMilli: 500,
  ...more,
})

test('MODEL-07 replaying decisions with the same rules gives the same results', () => {
  const replay = createReplay()
  replay.add(record(decided(), { rating: 'up' }))
  replay.add(record(decided({ preference: 'best' }), { rating: 'down', creditsChargedMilli: 1_500 }))
  replay.add(record(decided({ preference: 'best' })))
  expect(replay.report()).toEqual({
    decisions: 3,
    same: 3,
    byReason: new Map([
      ['BEST', 2],
      ['FASTEST', 1],
    ]),
    byModel: [
      { modelId: 'wise', chosen: 2, failed: 0, up: 0, down: 1, chargedMilli: 2_000 },
      { modelId: 'quick', chosen: 1, failed: 0, up: 1, down: 0, chargedMilli: 500 },
    ],
    changed: [],
  })
})

test("MODEL-07 decisions that would differ today are reported, with today's choice", () => {
  const replay = createReplay()
  replay.add(record(decided({}, { modelId: 'wise', reason: 'BEST' })))
  replay.add(record(decided({}, { modelId: 'wise', reason: 'BEST' })))
  replay.add(record(decided()))
  expect(replay.report()).toMatchObject({
    decisions: 3,
    same: 1,
    changed: [{ from: 'wise', to: 'quick', reason: 'FASTEST', count: 2 }],
  })
  expect(reportText(replay.report())).toContain('would choose the same 1 times (33 %)')
  expect(reportText(replay.report())).toContain('wise → quick  FASTEST  2')
})

test("MODEL-07 a fallback counts as the chosen model's failure, and its rating and price are not the chosen model's", () => {
  const replay = createReplay()
  replay.add(record(decided(), { answeredBy: 'wise', rating: 'up' }))
  replay.add(record(decided(), { state: 'failed', creditsChargedMilli: 0 }))
  expect(replay.report().byModel).toEqual([
    { modelId: 'quick', chosen: 2, failed: 2, up: 0, down: 0, chargedMilli: 0 },
  ])
})

test('MODEL-07 nothing to replay is not an error', () => {
  expect(reportText(createReplay().report())).toBe('Auto has chosen no model in this time.')
})
