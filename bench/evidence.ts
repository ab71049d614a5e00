/**
 * Prints how often questions find nothing, in their own texts and in those of other sets. Runs the search in this process, without a
 * server.
 */
import path from 'node:path'
import { isTranslation } from './retrieval/ask-across.ts'
import { ndcgAt10 } from './retrieval/ndcg.ts'
import { readQuestionSets } from './retrieval/question-sets.ts'
import { indexInProcess, searchInProcess } from './retrieval/search-in-process.ts'

const maxQuestions = 100
const folder = process.argv[2] ?? '../shared/fixtures/retrieval'
const sets = [
  ...(await readQuestionSets(folder)),
  ...(await readQuestionSets(path.join(import.meta.dirname, 'retrieval/own'))),
]
let [searches, searchMs] = [0, 0]
for (const texts of sets) {
  const collection = await indexInProcess(texts.documents)
  const timed = async (query: string) => {
    const from = performance.now()
    const found = await searchInProcess(collection, query)
    searchMs += performance.now() - from
    searches += 1
    return found
  }
  let [lost, hits, lostGain, gain] = [0, 0, 0, 0]
  for (const { text, grades } of texts.questions) {
    const { ids, isFound } = await timed(text)
    const isHit = ids.slice(0, 10).some((id) => grades.has(id))
    const ndcg = ndcgAt10(ids, grades)
    hits += Number(isHit)
    lost += Number(isHit && !isFound)
    gain += ndcg
    lostGain += isFound ? 0 : ndcg
  }
  const count = texts.questions.length
  console.log(
    `${texts.name}: nDCG@10 ${(gain / count).toFixed(3)}, ${(lostGain / count).toFixed(4)} of it lost; ${lost} of ${hits} questions that find their text no longer find it`,
  )
  for (const other of sets) {
    if (isTranslation(other, texts)) continue
    const step = Math.max(1, Math.floor(other.questions.length / maxQuestions))
    const chosen = other.questions.filter((_, index) => index % step === 0).slice(0, maxQuestions)
    let nothing = 0
    for (const { text } of chosen) nothing += Number(!(await timed(text)).isFound)
    console.log(
      `  ${other.name} asked of ${texts.name}: ${((nothing / chosen.length) * 100).toFixed(0)} % of ${chosen.length} found nothing`,
    )
  }
}
console.log(`${searches} searches, ${(searchMs / searches).toFixed(2)} ms each`)
