import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { pageResults, type Result, startResult, streamingResults } from './goals.ts'
import { help, type Options, readOptions } from './options.ts'
import { measurePages } from './pages.ts'
import { resultsTable, streamingTable } from './report.ts'
import { measureStart } from './start-time.ts'
import { measureStreaming } from './streaming/measure-streaming.ts'

/** `npm run bench`: measures the product beside its goals. Times are this machine's, now; only the same run can be compared. */

const options = readOptions(process.argv.slice(2))
if (options === null) console.log(help)
else await run(options)

async function run({ parts, chats, rounds, json, profile }: Options): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the start`
  console.log(`${machine}\n`)
  const results: Result[] = []
  const streaming = parts.includes('streaming')
    ? await measureStreaming({
        chats,
        rounds,
        say: console.log,
        ...(profile !== null && { atriumArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] }),
      })
    : []
  if (streaming.length > 0) console.log(`\n${streamingTable(streaming)}\n`)
  results.push(...streamingResults(streaming))
  const pages = parts.includes('pages') ? await measurePages(console.log) : null
  if (pages) results.push(...pageResults(pages))
  if (parts.includes('start')) console.log('starting twice …')
  if (parts.includes('start')) results.push(startResult(await measureStart()))
  if (results.length > 0) console.log(`${resultsTable(results)}\n`)
  if (json !== null)
    await writeFile(json, `${JSON.stringify({ machine, streaming, pages, results }, null, 2)}\n`)
  // Prints its own tables as soon as it is loaded.
  if (parts.includes('rendering')) await import('./rendering.ts')
  if (streaming.some(({ problems }) => problems.length > 0)) process.exitCode = 1
}
