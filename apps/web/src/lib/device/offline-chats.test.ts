import { expect, test } from 'vitest'
import { lastTurns } from './offline-chats.ts'

const turn = (question: string, answer = '') => ({ question, author: null, answer })

test('UI-03 of a long chat the last turns are kept, in their order', () => {
  const long = 'x'.repeat(90_000)
  const turns = [turn('first', long), turn('second', long), turn('third', long)]
  expect(lastTurns(turns).map(({ question }) => question)).toEqual(['second', 'third'])
})

test('UI-03 a turn that is too long on its own is kept nevertheless', () => {
  expect(
    lastTurns([turn('before'), turn('last', 'x'.repeat(300_000))]).map(({ question }) => question),
  ).toEqual(['last'])
})
