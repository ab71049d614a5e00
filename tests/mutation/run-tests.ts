import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin } from '../../scripts/start/bin.mjs'

/** The input of `vitest.config.ts`. */
export type RunSettings = {
  tests: readonly string[]
  databaseHost: string
  outputFile: string
  /** The absolute path of a product file and its text in this run; null for the unchanged product. */
  mutated: { file: string; text: string } | null
}

export type RunOutcome = {
  /** The title of the first test that failed, or 'timeout'; null when all passed. */
  failure: string | null
  /** The test file of that failure. */
  file: string | null
  milliseconds: number
}

type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

let running: ChildProcess | null = null
/** Ends the run that is under way, with the processes that it started. */
export function stopRunning(): void {
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL')
}

/** Runs these test files once, in a separate process that is killed on timeout. */
export async function runTests(
  root: string,
  { timeoutMs, ...run }: Omit<RunSettings, 'outputFile'> & { timeoutMs: number },
): Promise<RunOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-mutant-'))
  const settings: RunSettings = { ...run, outputFile: path.join(folder, 'report.json') }
  const settingsFile = path.join(folder, 'run.json')
  writeFileSync(settingsFile, JSON.stringify(settings))
  const startedMs = performance.now()
  try {
    const isInTime = await runVitest(root, settingsFile, timeoutMs)
    const milliseconds = performance.now() - startedMs
    if (!isInTime) return { failure: 'timeout', file: null, milliseconds }
    if (!existsSync(settings.outputFile)) throw new Error('vitest wrote no report.')
    return { ...firstFailure(root, settings.outputFile), milliseconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** False when it had to be killed. */
async function runVitest(root: string, settingsFile: string, timeoutMs: number): Promise<boolean> {
  const config = path.join(import.meta.dirname, 'vitest.config.ts')
  // Its own process group: workers and test servers end with it.
  const vitest = spawn(process.execPath, [bin('vitest'), 'run', '--config', config], {
    cwd: root,
    env: { ...process.env, ATRIUM_MUTATION_RUN: settingsFile },
    stdio: 'ignore',
    detached: true,
  })
  running = vitest
  const timer = setTimeout(stopRunning, timeoutMs)
  try {
    return await new Promise((resolve, reject) => {
      vitest.on('error', reject)
      vitest.on('exit', (_code, signal) => resolve(signal === null))
    })
  } finally {
    clearTimeout(timer)
    running = null
  }
}

function firstFailure(root: string, reportFile: string): Pick<RunOutcome, 'failure' | 'file'> {
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  if (testResults.length === 0) throw new Error('No test ran.')
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed')
    if (!failed && status !== 'failed') continue
    const failure = failed?.fullName ?? (message.split('\n')[0] || 'The file did not load.')
    return { failure, file: path.relative(root, name) }
  }
  return { failure: null, file: null }
}
