import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readEvents, startWorld, type TestPerson } from '@atrium/testkit'
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'

/**
 * `node bench/road.ts`: prints which server files and lines one plain question executes, by V8's coverage. The question starts a new chat,
 * without files, with a named model. Module loading, the first questions, and files that an idle server also executes don't count. Of
 * several rounds, the one with the fewest lines counts.
 */

const help = `Counts the server files and lines that one plain question executes.

  --rounds 9    questions; the one with the fewest lines counts
  --list        every file with its lines
  --help        this text`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
/** How long the idle server is observed, to exclude its background work. */
const idleMs = 15_000
const source = path.join(import.meta.dirname, '../apps/server/src')
async function main(): Promise<void> {
  const postgres = await startTestPostgres()
  const world = await startWorld({ databaseHost: postgres.host })
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  try {
    const kim = await world.signUp()
    world.model.script('*', [{ text: 'Tea is older than coffee.' }, { finish: 'stop' }])
    for (let count = 0; count < 3; count += 1) await askOne(kim)
    await session.post('Profiler.takePreciseCoverage')
    await sleep(idleMs)
    const idle = functionsCalled((await session.post('Profiler.takePreciseCoverage')).result)
    const rounds: Map<string, number>[] = []
    for (let count = 0; count < Number(values.rounds); count += 1) {
      await session.post('Profiler.takePreciseCoverage')
      await askOne(kim)
      const { result } = await session.post('Profiler.takePreciseCoverage')
      rounds.push(linesByFile(result, idle))
    }
    print(rounds.toSorted((one, other) => total(one) - total(other))[0] ?? new Map())
  } finally {
    session.disconnect()
    await world.close()
    await postgres.stop()
  }
}

async function askOne(person: TestPerson): Promise<void> {
  const { response } = await person.ask('Which is older, tea or coffee?')
  const { isDone } = await readEvents(response)
  if (!isDone) throw new Error('The answer has no end.')
}

/** The functions that were called, by file and position. */
const functionsCalled = (scripts: readonly Profiler.ScriptCoverage[]): Set<string> =>
  new Set(
    scripts.flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges: [whole] }) =>
        whole && whole.count > 0 ? [`${url}:${whole.startOffset}`] : [],
      ),
    ),
  )

/** The executed lines of each server file in which a function was called that an idle server does not call. */
function linesByFile(
  scripts: readonly Profiler.ScriptCoverage[],
  idle: ReadonlySet<string>,
): Map<string, number> {
  const lines = new Map<string, number>()
  for (const { url, functions } of scripts) {
    if (!url.startsWith('file:')) continue
    const file = path.relative(source, fileURLToPath(url))
    // The outermost function of a module is its loading.
    const called = functions.filter(
      ({ functionName, ranges: [whole] }) => whole && (functionName || whole.startOffset > 0),
    )
    const ofQuestion = [...functionsCalled([{ scriptId: '', url, functions: called }])].filter(
      (one) => !idle.has(one),
    )
    if (file.startsWith('..') || ofQuestion.length === 0) continue
    const count = executedLines(fileURLToPath(url), called)
    if (count > 0) lines.set(file, count)
  }
  return lines
}

/** Number of executed lines of code: without blank lines, comments, types and code that runs only on loading. */
function executedLines(file: string, functions: Profiler.ScriptCoverage['functions']): number {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  const isExecuted = new Uint8Array(code.length)
  // Outer ranges come before those within them.
  const ranges = functions
    .flatMap((one) => one.ranges)
    .toSorted((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset)
  for (const { startOffset, endOffset, count } of ranges)
    isExecuted.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  let offset = 0
  let executed = 0
  for (const line of code.split('\n')) {
    const first = offset + line.length - line.trimStart().length
    const isCode = /^[^\s/*]/.test(line.trimStart())
    if (isCode && isExecuted[first] === 1) executed += 1
    offset += line.length + 1
  }
  return executed
}

const total = (lines: ReadonlyMap<string, number>) =>
  [...lines.values()].reduce((sum, count) => sum + count, 0)

function print(lines: ReadonlyMap<string, number>): void {
  const nouns = Object.groupBy([...lines], ([file]) => file.split(path.sep)[0] ?? '')
  if (values.list)
    for (const [file, count] of [...lines].toSorted(([one], [other]) => one.localeCompare(other)))
      console.log(`${String(count).padStart(5)}  ${file}`)
  for (const [noun, files = []] of Object.entries(nouns))
    console.log(
      `${noun.padEnd(16)} ${String(files.length).padStart(3)} files ${String(total(new Map(files))).padStart(6)} lines`,
    )
  console.log(
    `${'all'.padEnd(16)} ${String(lines.size).padStart(3)} files ${String(total(lines)).padStart(6)} lines`,
  )
}

if (values.help) console.log(help)
else await main()
