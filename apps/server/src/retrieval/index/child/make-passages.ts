import type { Block } from '@atrium/documents'
import { countTokens } from '../../../platform/words/index.ts'
import { cutPassages } from '../cut-passages.ts'
import { endFrame, type PassageRow, passagesFrame, postingsFrame, type Written } from '../passage-frames.ts'
import { collectPostings, type Postings } from '../postings.ts'
import { createSummary } from '../summary.ts'
import { wordsOfPassage } from '../words-of-passage.ts'

const max = {
  /** Approximate length of a frame, in UTF-16 units: small frames need little memory in the relaying process. */
  frame: 40_000,
  /** Posting entries held before they are sent: about 30 MB. */
  entries: 400_000,
}

/** Cuts a document into passages and collects their postings, as frames of limited size. */
export async function* makePassages(blocks: AsyncIterable<Block>, fileName: string): AsyncGenerator<string> {
  const collected = collectPostings()
  const summary = createSummary(fileName)
  const written: Written = { passages: 0, words: 0, tokens: 0 }
  let rows: PassageRow[] = []
  let length = 0
  for await (const piece of cutPassages(noted(blocks, summary.add))) {
    const passage = wordsOfPassage(piece, fileName)
    const tokens = countTokens(piece.text)
    collected.add(written.passages, passage)
    rows.push({ position: written.passages, ...piece, words: passage.words, tokens })
    written.passages += 1
    written.words += passage.words
    written.tokens += tokens
    length += piece.text.length + 100
    if (length > max.frame) {
      yield passagesFrame(rows)
      ;[rows, length] = [[], 0]
    }
    if (collected.size() >= max.entries) yield* postingsFrames(collected.take())
  }
  if (rows.length > 0) yield passagesFrame(rows)
  yield* postingsFrames(collected.take())
  yield endFrame({ ...written, summary: summary.text() })
}

async function* noted(blocks: AsyncIterable<Block>, note: (block: Block) => void): AsyncGenerator<Block> {
  for await (const block of blocks) {
    note(block)
    yield block
  }
}

function* postingsFrames(postings: Postings): Generator<string> {
  let some: Postings = []
  let length = 0
  for (const posting of postings) {
    some.push(posting)
    length += posting.stem.length + posting.entries.length * 1.4 + 30
    if (length < max.frame) continue
    yield postingsFrame(some)
    ;[some, length] = [[], 0]
  }
  if (some.length > 0) yield postingsFrame(some)
}
