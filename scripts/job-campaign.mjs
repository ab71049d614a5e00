/** What `npm run campaign:jobs [-- --kills N --seed S]` runs: kills workers of agent jobs between and inside their steps, repeatedly. */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const test = 'apps/server/src/agent-jobs/engine/kill-workers.test.ts'
const running = spawn('npx', ['vitest', 'run', '--project', 'server', test], {
  stdio: 'inherit',
  env: { ...process.env, ATRIUM_JOB_KILLS: values.kills, ATRIUM_JOB_SEED: values.seed },
})
running.on('exit', (code) => {
  process.exitCode = code ?? 1
})
