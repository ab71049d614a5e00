import type { AccountId, FileId, PassagePlace } from '@atrium/contract'
import { countTokens } from '../../models/index.ts'
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
} from '../../retrieval/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Surprise } from '../../platform/words/index.ts'
import { asksForSummary } from './asks-for-summary.ts'
import { joinNeighbours } from './join-neighbours.ts'
import { isReadable, maxRetrievedTokens, tokensAsSources } from '../plan/plan-search.ts'
import { notSummarised, sourceText } from '../plan/source-prompt.ts'

/** Passages of a file that go to a model under one source number. */
export type Piece = { file: IndexedFile; first: number; last: number; place: PassagePlace; text: string }

export type Chosen = {
  pieces: Piece[]
  wholeFiles: IndexedFile[]
  filesSearched: number
  passagesSearched: number
  passagesFound: number
  /** Number of files without a summary, where the question asks for summaries. */
  unsummarised: number
}

type Wanted = {
  scopeIds: readonly string[]
  /** The files that the question mentions or has attached, in the scopes or outside, most important first. */
  named: readonly IndexedFile[]
  question: string
  query: string
  near: QueryVector | null
  surprise: Surprise
  /** Token budget for everything. */
  budget: number
}

/** Maximum passages to consider. */
const maxHits = 40
/** Passages that score below this share of the best are dropped. */
const minShareOfBest = 0.25
/** Maximum tokens of a file that is sent whole when it has a hit, and of all files together when the question matches any. */
const smallFile = 1_500
const smallScope = 2_000
/** More hits don't fit into a small scope: each has at least one passage. */
const maxSmallScopeHits = Math.floor(smallScope / tokensAsSources({ tokens: 0, passages: 1 }))

/** Chooses the sources for a model within the budget: whole files, summaries, and the best passages. */
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
  const beside = named.filter(({ scopeId }) => !scopeIds.includes(scopeId))
  const ofNamed = sumOf(named.filter((file) => !beside.includes(file)))
  const others = { tokens: figures.tokens - ofNamed.tokens, passages: figures.passages - ofNamed.passages }
  const isSmall = others.passages > 0 && tokensAsSources(others) <= smallScope
  if (isSmall && (asksForSummary(wanted.question) || (await findsAnything(trx, accountId, wanted))))
    for (const file of await firstFilesIn(trx, accountId, scopeIds, named.length + maxSmallScopeHits))
      await choice.takeWhole(file)
  const filesSearched = figures.files + beside.length
  const isLeft = filesSearched > choice.wholeFiles.length
  const unsummarised =
    isLeft && asksForSummary(wanted.question)
      ? await takeSummaries(trx, accountId, choice, { scopeIds, named, files: filesSearched })
      : 0
  const passagesFound = isLeft
    ? await takeFound(trx, accountId, choice, { ...wanted, named: named.filter((file) => !choice.has(file)) })
    : 0
  return {
    pieces: choice.pieces,
    wholeFiles: choice.wholeFiles,
    filesSearched,
    passagesSearched: figures.passages + sumOf(beside).passages,
    passagesFound: passagesFound + sumOf(choice.wholeFiles).passages,
    unsummarised,
  }
}

/** Small files are sent together, but only for questions that match them. */
const findsAnything = async (
  trx: TenantTransaction,
  accountId: AccountId,
  { scopeIds, query, near, surprise }: Wanted,
): Promise<boolean> =>
  (await searchPassages(trx, accountId, { scopeIds, query, near, surprise, most: 1 })).found.length > 0

const sumOf = (files: readonly IndexedFile[]): { tokens: number; passages: number } => ({
  tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  passages: files.reduce((sum, { passages }) => sum + passages, 0),
})

/** Adds the summaries of the mentioned files, else of the first files by name. Returns how many have none. */
async function takeSummaries(
  trx: TenantTransaction,
  accountId: AccountId,
  choice: Choice,
  { scopeIds, named, files }: { scopeIds: readonly string[]; named: readonly IndexedFile[]; files: number },
): Promise<number> {
  const isMeant = named.length > 0
  const meant = isMeant
    ? named
    : await firstFilesIn(trx, accountId, scopeIds, maxSummaries + choice.wholeFiles.length)
  const asked = meant.filter((file) => !choice.has(file))
  if (!isMeant) choice.reserveText(notSummarised(files))
  const taken = await choice.takeSummaries(asked)
  return isMeant ? 0 : files - choice.wholeFiles.length - taken
}

/** Searches passages: first in the mentioned files, then everywhere. Returns how many it found. */
async function takeFound(
  trx: TenantTransaction,
  accountId: AccountId,
  choice: Choice,
  {
    scopeIds,
    query,
    near,
    surprise,
    named,
  }: Pick<Wanted, 'scopeIds' | 'query' | 'near' | 'surprise' | 'named'>,
): Promise<number> {
  const asked = { query, near, surprise, most: maxHits }
  const withNamed = [...new Set([...scopeIds, ...named.map(({ scopeId }) => scopeId)])]
  const fileIds = named.map(({ fileId }) => fileId)
  const inNamed =
    named.length > 0 ? await searchPassages(trx, accountId, { ...asked, scopeIds: withNamed, fileIds }) : null
  const everywhere = await searchPassages(trx, accountId, { ...asked, scopeIds })
  const best = everywhere.found[0]?.score ?? 0
  const hits = [
    ...(inNamed?.found ?? []),
    ...everywhere.found.filter(({ score }) => score >= best * minShareOfBest),
  ]
  const files = await filesOf(trx, accountId, withNamed, [...new Set(hits.map(({ fileId }) => fileId))])
  const byId = new Map(files.filter(isReadable).map((file) => [file.fileId, file]))
  choice.limitTo(maxRetrievedTokens)
  const taken: FoundPassage[] = []
  for (const hit of hits) {
    const file = byId.get(hit.fileId)
    if (!file || choice.has(file) || taken.some((other) => isSame(other, hit))) continue
    if (tokensAsSources(file) <= smallFile && (await choice.takeWhole(file))) continue
    if (choice.reserve(pieceOf(file, hit))) taken.push(hit)
  }
  choice.add(joinNeighbours(taken).flatMap((run) => joined(run, byId)))
  return Math.max(everywhere.passagesFound, inNamed?.passagesFound ?? 0)
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

/** More don't fit into any budget. */
const maxSummaries = 100

/** Counts a source with a long number, so that the count is never below what is sent. */
const longNumber = 999

const tokensOf = ({ file, place, text }: Piece): number =>
  countTokens(sourceText({ number: longNumber, fileName: file.name, place, text })) + 2

/** The sources chosen so far, and the rest of the budget. */
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

  /** Adds a whole file if it fits; each passage is a separate source, so that citations are precise. */
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
   * Adds summaries of files, up to half of the remaining budget, so that passages still fit. Returns how many files have a
   * summary.
   */
  async takeSummaries(files: readonly IndexedFile[]): Promise<number> {
    const keep = this.#left / 2
    let taken = 0
    const summaries = await summariesOf(
      this.#trx,
      this.#accountId,
      files.slice(0, maxSummaries).map(({ fileId }) => fileId),
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

  /** Reserves budget for a piece; false when it doesn't fit. */
  reserve(piece: Piece): boolean {
    const tokens = tokensOf(piece)
    if (tokens > this.#left) return false
    this.#left -= tokens
    return true
  }

  /** Reserves budget for the text around the pieces. */
  reserveText(text: string): void {
    this.#left -= countTokens(text) + 2
  }

  /** Adds pieces whose budget is reserved. */
  add(pieces: readonly Piece[]): void {
    this.pieces.push(...pieces)
  }
}
