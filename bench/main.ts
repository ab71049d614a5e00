import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import {
  canvasResults,
  chatResults,
  documentsResults,
  historyResults,
  idleResults,
  jobsResults,
  listsResults,
  manyFilesResults,
  pageResults,
  questionsResults,
  reportsResults,
  sheetsResults,
  retrievalResults,
  signInsResults,
  startResult,
  streamingResults,
  togetherResults,
} from './goals.ts'
import { measureBalances } from './balances.ts'
import { measureCanvas } from './canvas.ts'
import { measureChat } from './chat.ts'
import { measureDocuments } from './documents.ts'
import { measureIdle } from './idle.ts'
import { measureJobs } from './jobs.ts'
import { measureHistory } from './history.ts'
import { measureLists } from './lists.ts'
import { help, type Options, type Part, readOptions } from './options.ts'
import { measurePages } from './pages.ts'
import { measureReports } from './reports.ts'
import { questionsTable, resultsTable, speedLine, streamingTable } from './report.ts'
import { buildWebWhenNeeded } from '../scripts/start/build-web.mjs'
import { measureManyFiles } from './retrieval/many-files.ts'
import { measureRetrieval } from './retrieval/measure-retrieval.ts'
import { measureSheets } from './sheets.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStart } from './start-time.ts'
import { measureQuestions } from './streaming/measure-questions.ts'
import { measureStreaming } from './streaming/measure-streaming.ts'
import { measureTogether } from './together.ts'

/** `npm run bench`: measures the product against its goals. Times are this machine's, now; only the same run can be compared. */

const options = readOptions(process.argv.slice(2))
if (options === null) console.log(help)
else await run(options)

async function run({
  parts,
  chats,
  rounds,
  historyChats,
  reportQuestions,
  questionSets,
  passages,
  modelsFile,
  json,
  profile,
  against,
  processes,
}: Options): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the start`
  console.log(`${machine}\n`)
  const of = async <Measured>(part: Part, measure: () => Promise<Measured>): Promise<Measured | null> =>
    parts.includes(part) ? await received(part, measure) : null

  const streaming = await of('streaming', () =>
    measureStreaming({
      chats,
      rounds,
      say: console.log,
      against,
      processes,
      ...(profile !== null && { atriumArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] }),
    }),
  )
  if (streaming) console.log(`\n${streamingTable(streaming)}\n`)
  const questions = await of('questions', () => measureQuestions({ rounds, say: console.log, against }))
  if (questions) console.log(`\n${questionsTable(questions)}\n`)
  const balances = await of('balances', () => measureBalances(console.log))
  const pages = await of('pages', async () => {
    await buildWebWhenNeeded(process.execPath)
    return await measurePages(console.log)
  })
  const startSeconds = await of('start', () => measureStart(console.log))
  const idle = await of('idle', () => measureIdle(console.log))
  const signIns = await of('sign-ins', () => measureSignIns(console.log))
  const lists = await of('lists', async () => {
    await buildWebWhenNeeded(process.execPath)
    return await measureLists(console.log)
  })
  const history = await of('history', () => measureHistory(historyChats, console.log))
  const reports = await of('reports', () => measureReports(reportQuestions, console.log))
  const jobs = await of('jobs', () => measureJobs(console.log))
  const chat = await of('chat', async () => {
    await buildWebWhenNeeded(process.execPath)
    return await measureChat(console.log)
  })
  const canvas = await of('canvas', async () => {
    await buildWebWhenNeeded(process.execPath)
    return await measureCanvas(console.log)
  })
  const retrieval = await of('retrieval', () =>
    measureRetrieval({ folder: questionSets, passages, modelsFile }, console.log),
  )
  if (retrieval?.speed) console.log(`\n${speedLine(retrieval.speed)}`)
  const manyFiles = await of('retrieval', () => measureManyFiles(questionSets, console.log))
  const documents = await of('documents', () => measureDocuments(console.log))
  const sheets = await of('sheets', () => measureSheets(console.log))
  const together = await of('together', () => measureTogether(console.log))
  const results = [
    ...streamingResults(streaming ?? []),
    ...questionsResults(questions ?? []),
    ...(pages ? pageResults(pages) : []),
    ...(startSeconds === null ? [] : [startResult(startSeconds)]),
    ...(idle ? idleResults(idle) : []),
    ...(signIns ? signInsResults(signIns) : []),
    ...(lists ? listsResults(lists) : []),
    ...(history ? historyResults(history) : []),
    ...(reports ? reportsResults(reports) : []),
    ...(jobs ? jobsResults(jobs) : []),
    ...(chat ? chatResults(chat) : []),
    ...(canvas ? canvasResults(canvas) : []),
    ...(retrieval ? retrievalResults(retrieval) : []),
    ...(manyFiles ? manyFilesResults(manyFiles) : []),
    ...(documents ? documentsResults(documents) : []),
    ...(sheets ? sheetsResults(sheets) : []),
    ...(together ? togetherResults(together) : []),
  ]
  if (results.length > 0) console.log(`\n${resultsTable(results)}\n`)
  if (json !== null)
    await writeFile(
      json,
      `${JSON.stringify({ machine, streaming, questions, balances, pages, startSeconds, idle, signIns, lists, history, reports, jobs, chat, canvas, retrieval, manyFiles, documents, sheets, together, results }, null, 2)}\n`,
    )
  // Prints its own tables as soon as it is loaded.
  await of('rendering', () => import('./rendering.ts'))
  if ([...(streaming ?? []), ...(questions ?? [])].some(({ problems }) => problems.length > 0))
    process.exitCode = 1
}

/** A part that could not be measured must not lose the figures of the others. */
async function received<Measured>(part: Part, measure: () => Promise<Measured>): Promise<Measured | null> {
  try {
    return await measure()
  } catch (error) {
    console.error(`${part} could not be measured.`, error)
    process.exitCode = 1
    return null
  }
}
