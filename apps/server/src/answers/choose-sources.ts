import type { AccountId, FileId, PassagePlace } from '@atrium/contract'
import { countTokens } from '../models/index.ts'
import {
  type FoundPassage,
  type IndexedFile,
  type QueryVector,
  readPassages,
  searchPassages,
  summariesOf,
} from '../passages/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { asksForSummary } from './asks-for-summary.ts'
import { joinNeighbours } from './join-neighbours.ts'
import { isReadable, mostFound, tokensAsSources } from './plan-search.ts'
import { sourceText } from './source-prompt.ts'

/** Passages of a file that go to a model under one number. */
export type Piece = { file: IndexedFile; first: number; last: number; place: PassagePlace; text: string }

export type Chosen = {
  pieces: Piece[]
  wholeFiles: IndexedFile[]
  filesSearched: number
  passagesSearched: number
  passagesFound: number
}

type Wanted = {
  scopeIds: readonly string[]
  /** All files of the scopes. */
  files: readonly IndexedFile[]
  /** Those that the question comes with or names, first the most important. */
  named: readonly FileId[]
  question: string
  query: string
  near: QueryVector | null
  /** Tokens for all of it. */
  budget: number
}

/** Passages that are looked at. */
const mostHits = 40
/** What fits worse than this share of the best is left out. */
const leastOfBest = 0.25
/** Tokens up to which a file that has a hit goes in whole, and up to which all files do without looking. */
const smallFile = 1_500
const smallScope = 2_000

/** What a model is given to read, within the budget: whole files, summaries, and the passages that fit the question best. */
export async function chooseSources(
  trx: TenantTransaction,
  accountId: AccountId,
  wanted: Wanted,
): Promise<Chosen> {
  const files = wanted.files.filter(isReadable)
  const byId = new Map(files.map((file) => [file.fileId, file]))
  const named = [...new Set(wanted.named)].flatMap((id) => byId.get(id) ?? [])
  const choice = new Choice(trx, accountId, wanted.budget)
  for (const file of named) await choice.takeWhole(file)
  const others = files.filter((file) => !named.includes(file))
  if (others.reduce((sum, file) => sum + tokensAsSources(file), 0) <= smallScope)
    for (const file of others) await choice.takeWhole(file)
  const left = files.filter((file) => !choice.has(file))
  if (asksForSummary(wanted.question)) {
    const meant = left.filter((file) => named.includes(file))
    await choice.takeSummaries(named.length > 0 ? meant : left)
  }
  const passagesFound =
    left.length > 0
      ? await takeFound(trx, accountId, choice, {
          ...wanted,
          named: named.filter((file) => !choice.has(file)),
          byId,
        })
      : 0
  return {
    pieces: choice.pieces,
    wholeFiles: choice.wholeFiles,
    filesSearched: files.length,
    passagesSearched: files.reduce((sum, { passages }) => sum + passages, 0),
    passagesFound: passagesFound + choice.wholeFiles.reduce((sum, { passages }) => sum + passages, 0),
  }
}

/** Looks for passages: in the files that are meant first, then everywhere. Returns how many there are. */
async function takeFound(
  trx: TenantTransaction,
  accountId: AccountId,
  choice: Choice,
  {
    scopeIds,
    query,
    near,
    named,
    byId,
  }: Pick<Wanted, 'scopeIds' | 'query' | 'near'> & {
    named: readonly IndexedFile[]
    byId: ReadonlyMap<FileId, IndexedFile>
  },
): Promise<number> {
  const search = (fileIds?: FileId[]) =>
    searchPassages(trx, accountId, { scopeIds, query, near, most: mostHits, ...(fileIds && { fileIds }) })
  const inNamed = named.length > 0 ? await search(named.map(({ fileId }) => fileId)) : null
  const everywhere = await search()
  const best = everywhere.found[0]?.score ?? 0
  const hits = [
    ...(inNamed?.found ?? []),
    ...everywhere.found.filter(({ score }) => score >= best * leastOfBest),
  ]
  choice.limitTo(mostFound)
  const taken: FoundPassage[] = []
  for (const hit of hits) {
    const file = byId.get(hit.fileId)
    if (!file || choice.has(file) || taken.some((other) => isSame(other, hit))) continue
    if (tokensAsSources(file) <= smallFile && (await choice.takeWhole(file))) continue
    if (choice.reserve(pieceOf(file, hit))) taken.push(hit)
  }
  choice.add(joinNeighbours(taken).flatMap((run) => joined(run, byId)))
  return everywhere.passagesFound
}

const isSame = (a: FoundPassage, b: FoundPassage) => a.fileId === b.fileId && a.position === b.position

const pieceOf = (
  file: IndexedFile,
  { position, place, text }: Pick<FoundPassage, 'position' | 'place' | 'text'>,
): Piece => ({
  file,
  first: position,
  last: position,
  place,
  text,
})

function joined(run: readonly FoundPassage[], byId: ReadonlyMap<FileId, IndexedFile>): Piece[] {
  const [first] = run
  const file = first && byId.get(first.fileId)
  if (!file) return []
  const last = run.at(-1) ?? first
  return [{ ...pieceOf(file, first), last: last.position, text: run.map(({ text }) => text).join('\n') }]
}

/** More of them fit into no budget. */
const mostSummaries = 100

/** The number of a source is longer than most of them are: what is counted is never less than what is sent. */
const longNumber = 999

const tokensOf = ({ file, place, text }: Piece): number =>
  countTokens(sourceText({ number: longNumber, fileName: file.name, place, text })) + 2

/** What was chosen so far, and what is left of the budget. */
class Choice {
  readonly pieces: Piece[] = []
  readonly wholeFiles: IndexedFile[] = []
  readonly #trx: TenantTransaction
  readonly #accountId: AccountId
  #left: number

  constructor(trx: TenantTransaction, accountId: AccountId, budget: number) {
    this.#trx = trx
    this.#accountId = accountId
    this.#left = budget
  }

  has(file: IndexedFile): boolean {
    return this.wholeFiles.includes(file)
  }

  limitTo(tokens: number): void {
    this.#left = Math.min(this.#left, tokens)
  }

  /** Takes all of a file, if it fits; each passage is a source of its own, so that it is cited where it stands. */
  async takeWhole(file: IndexedFile): Promise<boolean> {
    if (this.has(file) || file.tokens > this.#left) return false
    const passages = await readPassages(this.#trx, this.#accountId, file.fileId, {
      from: 0,
      count: file.passages,
    })
    const pieces = passages.map((passage) => pieceOf(file, passage))
    const tokens = pieces.reduce((sum, piece) => sum + tokensOf(piece), 0)
    if (pieces.length === 0 || tokens > this.#left) return false
    this.#left -= tokens
    this.pieces.push(...pieces)
    this.wholeFiles.push(file)
    return true
  }

  /** The summaries of files, up to half of what is left: a file that is asked about as a whole still has its passages. */
  async takeSummaries(files: readonly IndexedFile[]): Promise<void> {
    const keep = this.#left / 2
    const summaries = await summariesOf(
      this.#trx,
      this.#accountId,
      files.slice(0, mostSummaries).map(({ fileId }) => fileId),
    )
    for (const file of files) {
      const piece = { file, first: 0, last: 0, place: {}, text: summaries.get(file.fileId) ?? '' }
      if (piece.text === '' || this.#left - tokensOf(piece) < keep) continue
      this.#left -= tokensOf(piece)
      this.pieces.push(piece)
    }
  }

  /** Makes room for a piece; false when there is none. */
  reserve(piece: Piece): boolean {
    const tokens = tokensOf(piece)
    if (tokens > this.#left) return false
    this.#left -= tokens
    return true
  }

  /** Adds what room was made for. */
  add(pieces: readonly Piece[]): void {
    this.pieces.push(...pieces)
  }
}
