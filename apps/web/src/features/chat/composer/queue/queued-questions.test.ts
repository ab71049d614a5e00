import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { first, keptQueue, queuedFrom, type QueuedQuestion } from './queued-questions.ts'

const question = (id: string, more: Partial<QueuedQuestion> = {}): QueuedQuestion => ({
  id,
  text: `Question ${id}?`,
  mentions: [],
  attachments: [],
  ...more,
})

test('queued questions keep their pictures, mentions and order', () => {
  const picture = { id: mintId('file'), name: 'tea.png', contentType: 'image/png' as const, sizeBytes: 7 }
  const mentions = [{ kind: 'model' as const, id: 'm', start: 0, length: 2 }]
  const queue = [question('a', { attachments: [picture] }), question('b', { mentions })]
  expect(queuedFrom(keptQueue(queue))).toEqual(queue)
  expect(keptQueue([])).toBe('')
  expect(queuedFrom('')).toEqual([])
})

test('data of an older version or damaged data loses no readable question', () => {
  expect(queuedFrom('And tea?')).toEqual([{ id: 'older', text: 'And tea?', mentions: [], attachments: [] }])
  expect(queuedFrom('[{"id":1},{"id":"a","text":"Question a?","attachments":[]}]')).toEqual([question('a')])
})

test('the one to be sent now goes to the head, the others keep their order', () => {
  const queue = [question('a'), question('b'), question('c')]
  expect(first(queue, 'c').map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(first(queue, 'gone')).toEqual(queue)
})
