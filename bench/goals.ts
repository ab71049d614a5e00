import type { CanvasMeasured } from './canvas.ts'
import type { ChatMeasured } from './chat.ts'
import type { DocumentsMeasured } from './documents.ts'
import type { HistoryMeasured } from './history.ts'
import type { IdleMeasured } from './idle.ts'
import type { JobsMeasured } from './jobs.ts'
import type { ListsMeasured } from './lists.ts'
import type { PagesMeasured } from './pages.ts'
import type { ManyFilesMeasured } from './retrieval/many-files.ts'
import type { ReportsMeasured } from './reports.ts'
import type { RetrievalMeasured } from './retrieval/measure-retrieval.ts'
import type { SheetsMeasured } from './sheets.ts'
import type { SignInsMeasured } from './sign-ins.ts'
import type { QuestionsMeasured } from './streaming/measure-questions.ts'
import type { StreamingMeasured } from './streaming/measure-streaming.ts'
import type { TogetherMeasured } from './together.ts'

/** One line of the report: measured value, goal, and related values from the same run. */
export type Result = {
  what: string
  reached: number
  goal: number
  /** Whether more is better; else less is. */
  isMoreBetter: boolean
  digits: number
  beside: Partial<Record<'direct' | 'pass-through' | 'reference', number>>
}

export const isReached = ({ reached, goal, isMoreBetter }: Result): boolean =>
  isMoreBetter ? reached >= goal : reached <= goal

type Figure = 'addedP50Ms' | 'addedP99Ms' | 'transitP50Ms' | 'chunksPerSecond' | 'cpuPerThousand' | 'memoryMb'

const streamingGoals: { chats: number; figure: Figure; goal: number }[] = [
  { chats: 1, figure: 'addedP50Ms', goal: 5 },
  { chats: 50, figure: 'addedP50Ms', goal: 10 },
  { chats: 200, figure: 'addedP50Ms', goal: 12 },
  { chats: 200, figure: 'addedP99Ms', goal: 90 },
  { chats: 500, figure: 'addedP50Ms', goal: 150 },
  { chats: 1, figure: 'transitP50Ms', goal: 3 },
  { chats: 50, figure: 'transitP50Ms', goal: 5 },
  { chats: 200, figure: 'transitP50Ms', goal: 10 },
  { chats: 500, figure: 'transitP50Ms', goal: 60 },
  { chats: 200, figure: 'cpuPerThousand', goal: 0.1 },
  { chats: 200, figure: 'chunksPerSecond', goal: 3990 },
  { chats: 500, figure: 'chunksPerSecond', goal: 9000 },
  { chats: 200, figure: 'memoryMb', goal: 280 },
]

const wordsOf: Record<Figure, { name: string; digits: number }> = {
  addedP50Ms: { name: 'added time to first token, p50, ms', digits: 1 },
  addedP99Ms: { name: 'added time to first token, p99, ms', digits: 0 },
  transitP50Ms: { name: 'transit of a chunk, p50, ms', digits: 1 },
  chunksPerSecond: { name: 'chunks a second', digits: 0 },
  cpuPerThousand: { name: 'CPU s for 1,000 chunks, database included', digits: 3 },
  memoryMb: { name: 'memory of all server processes, MB', digits: 0 },
}

/** The goals of streaming whose numbers of chats were measured. */
export function streamingResults(measured: readonly StreamingMeasured[]): Result[] {
  return streamingGoals.flatMap(({ chats, figure, goal }) => {
    const of = (road: StreamingMeasured['road']) =>
      measured.find((one) => one.road === road && one.chats === chats)?.[figure] ?? undefined
    const reached = of('Atrium')
    if (reached === undefined) return []
    const [direct, passThrough] = [of('direct'), of('pass-through')]
    return [
      {
        what: `${wordsOf[figure].name}, ${chats} ${chats === 1 ? 'chat' : 'chats'}`,
        reached,
        goal,
        isMoreBetter: figure === 'chunksPerSecond',
        digits: wordsOf[figure].digits,
        beside: {
          ...(direct !== undefined && { direct }),
          ...(passThrough !== undefined && { 'pass-through': passThrough }),
        },
      },
    ]
  })
}

const atMost = (what: string, reached: number, goal: number, digits = 0): Result => ({
  what,
  reached,
  goal,
  isMoreBetter: false,
  digits,
  beside: {},
})

/** The cost of a question apart from streaming its text. */
export const questionsResults = (measured: readonly QuestionsMeasured[]): Result[] =>
  measured
    .filter(({ road }) => road === 'Atrium')
    .flatMap(({ cpuMs, cpuPerThousandChunks, hotShareOfTurn, hotShareOfChat }) => [
      atMost('CPU ms a question, database and title included', cpuMs, 5, 1),
      atMost('CPU s for 1,000 chunks while nobody asks, database included', cpuPerThousandChunks, 0.07, 3),
      { ...atMost('updates of turn that are HOT, %', hotShareOfTurn * 100, 95), isMoreBetter: true },
      { ...atMost('updates of chat that are HOT, %', hotShareOfChat * 100, 95), isMoreBetter: true },
    ])

export const pageResults = (pages: PagesMeasured): Result[] => [
  atMost('JavaScript of the sign-in page, KB gzip', pages.signInKb, 150),
  atMost('JavaScript of the chat page, KB gzip', pages.chatKb, 260),
  atMost('the same with its first answer, KB gzip', pages.firstUseKb, 420),
  atMost('largest contentful paint of the chat page, ms', pages.chatPaintMs, 350),
  atMost('the same on a slow line and machine, ms', pages.slowChatPaintMs, 2800),
  atMost('the same of the sign-in page, slow, ms', pages.slowSignInPaintMs, 2000),
  // The thresholds of 'good' of Core Web Vitals.
  atMost('of ten pages, the largest LCP, ms', Math.max(...pages.vitals.map(({ lcpMs }) => lcpMs)), 2500),
  atMost('of ten pages, the largest CLS', Math.max(...pages.vitals.map(({ cls }) => cls)), 0.1, 3),
  atMost('of ten pages, the largest INP, ms', Math.max(...pages.vitals.map(({ inpMs }) => inpMs)), 200),
]

/** An account of 10,000 members and 2,000 rooms. */
export const listsResults = ({ calls, sidebarFrameP95Ms }: ListsMeasured): Result[] => [
  ...calls.map(({ what, p95Ms }) => atMost(`${what}, p95, ms`, p95Ms, 100, 1)),
  atMost('frames while the rooms scroll, p95, ms', sidebarFrameP95Ms, 17, 1),
]

export const startResult = (seconds: number): Result =>
  atMost('second npm start to the first page, s', seconds, 3, 1)

/** Server and database while nobody does anything. */
export const idleResults = ({
  cpuShare,
  wakeUpsPerSecond,
  commitsPerSecond,
  memoryMb,
}: IdleMeasured): Result[] => [
  atMost('idle, share of a core, %', cpuShare * 100, 0.5, 2),
  atMost('idle, wake-ups a second', wakeUpsPerSecond, 10, 1),
  atMost('idle, transactions a second', commitsPerSecond, 2, 1),
  atMost('idle, memory (PSS), MB', memoryMb, 280),
]

/** People who sign in while 300 others sign up. */
export const signInsResults = ({ count, maxMs, p50Ms, signUps }: SignInsMeasured): Result[] => [
  atMost(`longest of ${count} sign-ins while ${signUps.accepted} sign-ups are served, ms`, maxMs, 2000),
  atMost('the same, p50, ms', p50Ms, 2000),
]

/** A canvas of 100 pages. */
export const canvasResults = (canvas: CanvasMeasured): Result[] => [
  atMost('a canvas of 100 pages, from its address to Saved, ms', canvas.openMs, 2000),
  atMost('a key typed in its middle, until it is laid out, p95, ms', canvas.keyP95Ms, 16, 1),
  atMost('bytes on the socket a key, both directions', canvas.bytesPerKey, 600),
  atMost('memory of each of 100 open canvases of ten pages, MB', canvas.memoryPerCanvasMb, 3, 2),
]

/** A chat of 2,000 messages. */
export const chatResults = (chat: ChatMeasured): Result[] => [
  atMost('2,000 messages, from the press to the last answer, ms', chat.openMs, 500),
  atMost('longest task meanwhile, ms', chat.openLongestTaskMs, 100),
  atMost('frames while they scroll up, p95, ms', chat.scrollFrameP95Ms, 17, 1),
  atMost('frames of these without a message', chat.blankFrames, 0),
  atMost('a key typed while an answer streams, until it is done, p95, ms', chat.keyP95Ms, 16, 1),
  atMost('the same, until the frame that shows it, p95, ms', chat.keyShownP95Ms, 100),
  atMost('longest task meanwhile, ms', chat.typingLongestTaskMs, 50),
  atMost(`the reply that opens them (${Math.round(chat.replyKb)} KB), p95, ms`, chat.replyP95Ms, 100, 1),
]

/** History and search of one person beside the chats of others. */
export const historyResults = ({ chats, calls }: HistoryMeasured): Result[] =>
  calls.map(({ what, p95Ms, goal }) => atMost(`${what} at ${chats} chats, p95, ms`, p95Ms, goal, 1))

/** Usage reports of a year; the reference is the same call repeated. */
export const reportsResults = ({ questions, calls }: ReportsMeasured): Result[] =>
  calls.map(({ what, coldP95Ms, warmP95Ms }) => ({
    ...atMost(`report ${what}, ${questions} charges in a year, cold, p95, ms`, coldP95Ms, 1000),
    beside: { reference: warmP95Ms },
  }))

/** Languages in which cutting at blanks, or keeping accents, finds little: the minimum that counts as found. */
const minNdcg: Readonly<Record<string, number>> = { 'xquad-par-vi-noaccent': 0.85, 'xquad-par-zh': 0.8 }

/** The search in files, beside the reference that came with the question sets: near it by words alone, above it with vectors. */
export const retrievalResults = ({ sets, across, speed }: RetrievalMeasured): Result[] => [
  ...sets.flatMap(({ name, questions, ndcg, withVectors, baseline }) => {
    const beside = baseline === null ? {} : { reference: baseline }
    const row = { isMoreBetter: true, digits: 3, beside }
    const minByWords = baseline === null ? 0 : baseline - 0.02
    return [
      {
        ...row,
        what: `${name}: nDCG@10 of ${questions} questions`,
        reached: ndcg,
        goal: Math.max(minNdcg[name] ?? 0, minByWords),
      },
      { ...row, what: '  with vectors', reached: withVectors, goal: baseline ?? 0 },
    ]
  }),
  ...across.map(({ questions, texts, foundNothing }) => ({
    what: `${questions} asked of ${texts}: share that finds nothing`,
    reached: foundNothing,
    goal: 0.95,
    isMoreBetter: true,
    digits: 2,
    beside: {},
  })),
  ...(speed ? [atMost(`search among ${speed.passages} passages, p95, ms`, speed.p95Ms, 50, 1)] : []),
]

/** The cost of a question depends on its matches, not on the total size. */
export const manyFilesResults = ({ few, many }: ManyFilesMeasured): Result[] => [
  {
    ...atMost(`search in a room of ${many.files} files, p95, ms`, many.searchP95Ms, 100),
    beside: { reference: few.searchP95Ms },
  },
  {
    ...atMost(`first token of a question there, p50, ms`, many.firstTokenP50Ms, 50, 1),
    beside: { reference: few.firstTokenP50Ms },
  },
  atMost(
    `share of retrieval in the first token in a room of ${few.files} files, p50, ms`,
    few.firstTokenP50Ms - few.firstTokenWithoutP50Ms,
    15,
    1,
  ),
]

/** A PDF of 2,000 pages. */
export const documentsResults = (measured: DocumentsMeasured): Result[] => [
  { ...atMost('pages of a PDF read a second', measured.pagesPerSecond, 30), isMoreBetter: true },
  atMost('by how much the memory of who has 2,000 pages read grows, MB', measured.grownMb, 100),
  atMost('the longest that its event loop waits meanwhile, ms', measured.longestDelayMs, 50),
]

/** Steps of agent jobs cost little beside their model, and nobody else waits for them. */
export const jobsResults = ({ jobs, steps, overheadMs, firstTokenMs }: JobsMeasured): Result[] => [
  {
    what: `a step beside the model's time, ${jobs} jobs of ${steps} steps, ms`,
    reached: overheadMs,
    goal: 15,
    isMoreBetter: false,
    digits: 1,
    beside: {},
  },
  {
    what: 'time to first token of others while they run, p50, ms',
    reached: firstTokenMs.besideJobs,
    goal: firstTokenMs.alone * 1.2,
    isMoreBetter: false,
    digits: 1,
    beside: { reference: firstTokenMs.alone },
  },
]

/** A csv of 1,000,000 rows and 20 columns. */
export const sheetsResults = (measured: SheetsMeasured): Result[] => [
  atMost('loading a csv of 1,000,000 × 20, s', measured.loadSeconds, 15, 1),
  atMost('the slowest of four queries over it, s', measured.slowestQuerySeconds, 1, 2),
  atMost('highest memory of its process, MB', measured.workerMb, 1000),
]

/** One shared chat with 500 people in it. */
export const togetherResults = ({ people, answers, idleShare, typingP95Ms }: TogetherMeasured): Result[] => [
  ...answers.flatMap(({ readers, askerAddedMs, lastReaderMs, cpuPerReader }) => {
    const of = `${readers} ${readers === 1 ? 'reader' : 'readers'}`
    return [
      atMost(`one answer, ${of}: added time to the asker's first token, ms`, askerAddedMs, 50, 1),
      atMost(`the same, until the last reader has it, ms`, lastReaderMs, 200, 1),
      // One reader costs less than two answers differ from each other.
      ...(readers > 1
        ? [atMost(`the same, CPU ms a reader for 80 chunks`, cpuPerReader * 1_000, 20, 1)]
        : []),
    ]
  }),
  atMost(`${people} people present at rest, share of a core, %`, idleShare * 100, 10, 1),
  atMost(`the same, until 'typing' reaches the others, p95, ms`, typingP95Ms, 200, 0),
]
