import { expect, test } from 'vitest'
import { findQuestions } from './find-questions.ts'
import { aTurn } from '../../../entities/turns/turn.fixture.ts'
import { asListed } from '../../../entities/turns/turn-tree.ts'

const path = ['Which tea\nis older?', 'Một tách cà phê', 'Why?'].map((text, index) => {
  const turn = aTurn({ position: index + 1 })
  return {
    ...asListed({ ...turn, question: { ...turn.question, text } }),
    questions: null,
    answers: null,
    compared: null,
  }
})
const found = (text: string) => findQuestions(path, text).map(({ number, words }) => `${number} ${words}`)

test('the outline lists the questions of the branch by their number, each in one line', () => {
  expect(found(' ')).toEqual(['1 Which tea is older?', '2 Một tách cà phê', '3 Why?'])
})

test('a question is found by all the words of a text, without minding accents and case', () => {
  expect(found('OLDER tea')).toEqual(['1 Which tea is older?'])
  expect(found('ca phe')).toEqual(['2 Một tách cà phê'])
  expect(found('tea why')).toEqual([])
})
