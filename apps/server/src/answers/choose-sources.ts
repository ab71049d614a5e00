import type { AccountId, FileId, PassagePlace } from '@atrium/contract'
import { countTokens } from '../models/index.ts'
import {
  figuresOf,
  filesOf,
  firstFilesIn,
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
import { notSummarised, sourceText } from './source-prompt.ts'

/** Passages of a file that go to a model under one number. */
export type Piece = { file: IndexedFile; first: number; last: number; place: PassagePlace; text: string }

export type Chosen = {
  pieces: Piece[]
  wholeFiles: IndexedFile[]
  filesSearched: number
  passagesSearched: number
  passagesFound: number
  /** How many files have no summary, where the question asks for them. */
  unsummarised: number
}

type Wanted = {
  scopeIds: readonly string[]
  /** The files of the scopes that the question comes with or names, first the most important. */
  named: readonly IndexedFile[]
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
/** No more fit into a small scope: each has a passage at least. */
const mostOfSmallScope = Math.floor(smallScope / tokensAsSources({ tokens: 0, passages: 1 }))

/** What a model is given to read, within the budget: whole files, summaries, and the passages that fit the question best. */
export async function chooseSources(
  trx: TenantTransaction,
  accountId: AccountId,
  wanted: Wanted,
): Promise<Chosen> {
  const { scopeIds } = wanted
  const figures = await figuresOf(trx, accountId, { scopeIds })
  const named = wanted.named.filter(isReadable)
  const choice = new Choice(trx, accountId, wanted.budget)
  for (const file of named) await choice.takeWhole(file)
  const ofNamed = sumOf(named)
  const others = { tokens: figures.tokens - ofNamed.tokens, passages: figures.passages - ofNamed.passages }
  if (others.passages > 0 && tokensAsSources(others) <= smallScope)
    for (const file of await firstFilesIn(trx, accountId, scopeIds, named.length + mostOfSmallScope))
      await choice.takeWhole(file)
  const isLeft = figures.files > choice.wholeFiles.length
  const unsummarised =
    isLeft && asksForSummary(wanted.question)
      ? await takeSummaries(trx, accountId, choice, { scopeIds, named, files: figures.files })
      : 0
  const passagesFound = isLeft
    ? await takeFound(trx, accountId, choice, { ...wanted, named: named.filter((file) => !choice.has(file)) })
    : 0
  return {
    pieces: choice.pieces,
    wholeFiles: choice.wholeFiles,
    filesSearched: figures.files,
    passagesSearched: figures.passages,
    passagesFound: passagesFound + sumOf(choice.wholeFiles).passages,
    unsummarised,
  }
}

const sumOf = (files: readonly IndexedFile[]): { tokens: number; passages: number } => ({
  tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  passages: files.reduce((sum, { passages }) => sum + passages, 0),
})

/** Takes the summaries of the files that are meant, else of the first ones by name. Returns how many have none then. */
async function takeSummaries(
  trx: TenantTransaction,
  accountId: AccountId,
  choice: Choice,
  { scopeIds, named, files }: { scopeIds: readonly string[]; named: readonly IndexedFile[]; files: number },
): Promise<number> {
  const isMeant = named.length > 0
  const meant = isMeant
    ? named
    : await firstFilesIn(trx, accountId, scopeIds, mostSummaries + choice.wholeFiles.length)
  const asked = meant.filter((file) => !choice.has(file))
  if (!isMeant) choice.reserveText(notSummarised(files))
  const taken = await choice.takeSummaries(asked)
  return isMeant ? 0 : files - choice.wholeFiles.length - taken
}

/** Looks for passages: in the files that are meant first, then everywhere. Returns how many there are. */
async function takeFound(
  trx: TenantTransaction,
  accountId: AccountId,
  choice: Choice,
  { scopeIds, query, near, named }: Pick<Wanted, 'scopeIds' | 'query' | 'near' | 'named'>,
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
  const files = await filesOf(trx, accountId, scopeIds, [...new Set(hits.map(({ fileId }) => fileId))])
  const byId = new Map(files.filter(isReadable).map((file) => [file.fileId, file]))
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
    return this.wholeFiles.some(({ fileId }) => fileId === file.fileId)
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

  /**
   * The summaries of files, up to half of what is left: a file that is asked about as a whole still has its passages. Returns how
   * many files have theirs.
   */
  async takeSummaries(files: readonly IndexedFile[]): Promise<number> {
    const keep = this.#left / 2
    let taken = 0
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
      taken += 1
    }
    return taken
  }

  /** Makes room for a piece; false when there is none. */
  reserve(piece: Piece): boolean {
    const tokens = tokensOf(piece)
    if (tokens > this.#left) return false
    this.#left -= tokens
    return true
  }

  /** Makes room for what is said beside the pieces. */
  reserveText(text: string): void {
    this.#left -= countTokens(text) + 2
  }

  /** Adds what room was made for. */
  add(pieces: readonly Piece[]): void {
    this.pieces.push(...pieces)
  }
}
