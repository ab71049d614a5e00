import { expect, test } from 'vitest'
import { RawReasoning } from './raw-reasoning.ts'

const piece = (delta: string, item_id = 'rs_1') => ({
  type: 'response.reasoning_text.delta',
  item_id,
  output_index: 0,
  content_index: 0,
  delta,
})
const done = (id: string, text: string) => ({
  type: 'response.output_item.done',
  output_index: 0,
  item: { type: 'reasoning', id, summary: [], content: [{ type: 'reasoning_text', text }] },
})

test('MODEL-05 raw reasoning of the Responses protocol is read in pieces, or whole when there were none', () => {
  const raw = new RawReasoning()
  expect(raw.read(piece('The '))).toEqual({ id: 'rs_1', delta: 'The ' })
  expect(raw.read(piece('user'))).toEqual({ id: 'rs_1', delta: 'user' })
  expect(raw.read(done('rs_1', 'The user'))).toBeNull()
  expect(raw.read(done('rs_2', 'All at once.'))).toEqual({ id: 'rs_2', delta: 'All at once.' })
  expect(raw.read({ type: 'response.output_text.delta', item_id: 'msg', delta: 'Tea.' })).toBeNull()
})

test('MODEL-05 of raw reasoning and its summary, the first to arrive is shown', () => {
  const raw = new RawReasoning()
  expect(raw.read(piece('The '))).not.toBeNull()
  expect(raw.showsSummary('rs_1:0')).toBe(false)
  expect(raw.showsSummary('rs_2:0')).toBe(true)
  expect(raw.read(piece('The ', 'rs_2'))).toBeNull()
  expect(raw.showsSummary('rs_2:1')).toBe(true)
})

test.each(['reasoning_content', 'reasoning'])('MODEL-05 %s of Chat Completions is read', (field) => {
  const chunk = { choices: [{ index: 0, delta: { [field]: 'Hm.' } }] }
  expect(new RawReasoning().read(chunk)).toEqual({ id: 'reasoning', delta: 'Hm.' })
})
