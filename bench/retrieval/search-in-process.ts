import { type FileId, mintId } from '@atrium/contract'
import { readTxt } from '@atrium/documents/child/read-txt.ts'
import { rarityOf } from '../../apps/server/src/retrieval/search/bm25.ts'
import { cutPassages } from '../../apps/server/src/retrieval/index/cut-passages.ts'
import { isEnough, type Signs, signsOf, wantedBy } from '../../apps/server/src/retrieval/rerank/evidence.ts'
import { collectPostings, entryBytes } from '../../apps/server/src/retrieval/index/postings.ts'
import { readQuery } from '../../apps/server/src/retrieval/search/read-query.ts'
import { type Posting, scorePassages } from '../../apps/server/src/retrieval/search/score-passages.ts'
import { rerank } from '../../apps/server/src/retrieval/rerank/rerank.ts'
import { wordsOfPassage } from '../../apps/server/src/retrieval/index/words-of-passage.ts'
import { readSurprise } from '../../apps/server/src/platform/words/index.ts'
import { divideTexts } from './divide-texts.ts'
import type { SetDocument } from './question-sets.ts'

/** The texts of a set, indexed in memory with the functions of the product. */
export type Collection = {
  postings: ReadonlyMap<string, Posting>
  texts: ReadonlyMap<string, string>
  /** The set's id of each file. */
  ids: ReadonlyMap<FileId, string>
  passages: number
  meanWords: number
}

export type SearchedInProcess = {
  isFound: boolean
  /** Null when no passage has a keyword, and when one has all of them: nothing is weighed then. */
  signs: Signs | null
  /** The texts of the set, best first, whether enough is found or not. */
  ids: string[]
}

export async function indexInProcess(documents: readonly SetDocument[]): Promise<Collection> {
  const rows = new Map<string, { fileIds: FileId[]; lengths: number[]; entries: Buffer[] }>()
  const texts = new Map<string, string>()
  const ids = new Map<FileId, string>()
  let [passages, words] = [0, 0]
  for (const file of divideTexts(documents).flat()) {
    const fileId = mintId('file')
    ids.set(fileId, file.id)
    const collected = collectPostings()
    let position = 0
    for await (const piece of cutPassages(blocksOf(file.text))) {
      const counted = wordsOfPassage(piece, file.name)
      collected.add(position, counted)
      texts.set(`${fileId} ${position}`, piece.text)
      position += 1
      passages += 1
      words += counted.words
    }
    for (const { stem, entries } of collected.take()) {
      const row = rows.get(stem) ?? { fileIds: [], lengths: [], entries: [] }
      row.fileIds.push(fileId)
      row.lengths.push(entries.length)
      row.entries.push(entries)
      rows.set(stem, row)
    }
  }
  const postings = [...rows].map(([stem, { fileIds, lengths, entries }]): [string, Posting] => [
    stem,
    { stem, fileIds, lengths, entries: Buffer.concat(entries) },
  ])
  return {
    postings: new Map(postings),
    texts,
    ids,
    passages,
    meanWords: Math.max(1, words / Math.max(1, passages)),
  }
}

async function* blocksOf(text: string) {
  for await (const event of readTxt(Buffer.from(text))) if (event.type === 'block') yield event.block
}

const read = 40
const judged = 10

/** The same as `searchPassages`, with rows in memory instead of a database. */
export async function searchInProcess(collection: Collection, query: string): Promise<SearchedInProcess> {
  const { postings, passages, meanWords } = collection
  const { stems: asked, keywords } = readQuery(query)
  const known = [...new Set([...asked, ...keywords.map(({ stem }) => stem)])].flatMap((stem) => {
    const posting = postings.get(stem)
    return posting ? [[stem, posting.entries.length / entryBytes] as const] : []
  })
  const standsIn = new Map(known)
  const rarities = new Map(known.map(([stem, count]) => [stem, rarityOf(count, passages)]))
  const wanted = wantedBy(keywords, { standsIn, passages, surprise: await readSurprise() })
  const weights = new Map<string, number>()
  for (const { stem } of keywords) weights.set(stem, (weights.get(stem) ?? 0) + (rarities.get(stem) ?? 0))
  const wantedPostings = [...weights.keys()].flatMap((stem) => postings.get(stem) ?? [])
  const look = rerank(query, { asked, rarities, meanWords })
  const best = scorePassages(wantedPostings, { weights, meanWords, most: read })
    .best.map((one) => ({ ...one, text: collection.texts.get(`${one.fileId} ${one.position}`) ?? '' }))
    .map((one) => ({ ...one, score: look(one) }))
    .toSorted((one, other) => other.score - one.score)
  const found = { best: best.slice(0, judged), passages }
  const hasAll = found.best.some(({ stems }) =>
    [...wanted.keywords.keys()].every((stem) => stems.includes(stem)),
  )
  return {
    isFound: isEnough(wanted, found),
    signs: hasAll || best.length === 0 ? null : signsOf(wanted, found),
    ids: [...new Set(best.map(({ fileId }) => collection.ids.get(fileId) ?? ''))],
  }
}
