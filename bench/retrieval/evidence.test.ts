import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isTranslation } from './ask-across.ts'
import { ndcgAt10 } from './ndcg.ts'
import { type QuestionSet, readQuestionSets } from './question-sets.ts'
import { type Collection, indexInProcess, searchInProcess } from './search-in-process.ts'

const folder = path.join(import.meta.dirname, '../../../shared/fixtures/retrieval')
const arePresent = existsSync(folder)
if (!arePresent)
  console.warn('Skipped: the question sets (../shared/fixtures/retrieval) are not on this machine.')
const everyHow = 8
/** A sample of a large set loses more by chance than the whole set, 0.01. */
const maxLost = 0.015

describe.skipIf(!arePresent)('KB-06 questions of sets, asked among their own texts and among others', () => {
  let sets: { set: QuestionSet; texts: Collection }[]
  beforeAll(async () => {
    const read = [
      ...(await readQuestionSets(folder)),
      ...(await readQuestionSets(path.join(import.meta.dirname, 'own'))),
    ]
    sets = await Promise.all(read.map(async (set) => ({ set, texts: await indexInProcess(set.documents) })))
  }, 120_000)

  const some = ({ name, questions }: QuestionSet) =>
    ['cacm', 'code'].includes(name) ? questions : questions.filter((_, index) => index % everyHow === 0)

  test('no set of questions loses more than one point of nDCG@10 of its own texts', async () => {
    const lost: Record<string, number> = {}
    for (const { set, texts } of sets) {
      const questions = some(set)
      let gain = 0
      for (const { text, grades } of questions) {
        const { ids, isFound } = await searchInProcess(texts, text)
        gain += isFound ? 0 : ndcgAt10(ids, grades)
      }
      lost[set.name] = gain / questions.length
    }
    expect(Object.entries(lost).filter(([, share]) => share > maxLost)).toEqual([])
  }, 120_000)

  test('questions find nothing among the texts of other sets', async () => {
    const shares: { pair: string; foundNothing: number }[] = []
    for (const { set } of sets)
      for (const { set: other, texts } of sets) {
        if (isTranslation(set, other)) continue
        const questions = some(set).slice(0, 60)
        let nothing = 0
        for (const { text } of questions) if (!(await searchInProcess(texts, text)).isFound) nothing += 1
        shares.push({ pair: `${set.name} among ${other.name}`, foundNothing: nothing / questions.length })
      }
    // Texts of XQuAD are about packet networks, complexity and prime numbers, as questions of CACM are.
    const related = shares.filter(({ pair }) => pair !== 'cacm among xquad-par-en')
    expect(related.filter(({ foundNothing }) => foundNothing < 0.9)).toEqual([])
    expect(related.filter(({ foundNothing }) => foundNothing >= 0.95).length).toBeGreaterThanOrEqual(34)
    const mean = shares.reduce((sum, { foundNothing }) => sum + foundNothing, 0) / shares.length
    expect(mean).toBeGreaterThanOrEqual(0.98)
  }, 120_000)
})
