import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { contract } from '@atrium/contract'
import { type Respond, startModelProvider } from '@atrium/sandbox'
import { connect } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { type ApiSettings, readEvents } from '@atrium/testkit'
import { send } from '@atrium/testkit/api-client.ts'
import { percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, questionOf, signUpPeople } from './streaming/people.ts'

const jobCount = 200
const perPerson = 10
/** How long the model takes for each of its steps. */
const modelMs = 200
/** Six questions and five sections: plan, 6 searches, 6 notes, outline, 5 sections, check. */
const questions = 6
const headings = 5
const stepCount = 1 + 2 * questions + 1 + headings + 1
const modelSteps = 1 + questions + 1 + headings
const firstTokens = 30

export type JobsMeasured = {
  jobs: number
  steps: number
  /** Milliseconds of a step beside the model's time: from the start of a job to its end. */
  overheadMs: number
  seconds: number
  /** Time to the first token of another person's question, p50 in milliseconds: without jobs, and while they run. */
  firstTokenMs: { alone: number; besideJobs: number }
}

const research: Respond = async function* ({ conversation: { instructions } }) {
  await delay(modelMs)
  const items = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `- ${name} ${index + 1}?`).join('\n')
  yield {
    text: instructions.includes('task: plan')
      ? items(questions, 'Question')
      : instructions.includes('task: outline')
        ? items(headings, 'Section')
        : 'Tea is older than coffee.',
  }
  yield { finish: 'stop' }
}

/** Runs 200 research jobs at once, and asks an ordinary question now and then meanwhile. */
export async function measureJobs(say: (line: string) => void): Promise<JobsMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  provider.script('bench-quick', [{ text: 'Tea.' }, { finish: 'stop' }])
  provider.script('bench-research', research)
  const atrium = await startAtrium({
    providerUrl: provider.url,
    modelsFile: path.join(import.meta.dirname, 'jobs.models.yaml'),
  })
  started.defer(() => atrium.end())
  const database = connect(atrium.databaseAddress, { log: createLog({ level: 'silent' }), maxConnections: 2 })
  started.defer(() => database.close())
  const [other, ...people] = (await signUpPeople(atrium, 1 + jobCount / perPerson)) as [Person, ...Person[]]
  const firstToken = () => timeToFirstToken({ url: atrium.url }, other)
  for (let count = 0; count < 5; count += 1) await firstToken()
  const alone: number[] = []
  for (let count = 0; count < firstTokens; count += 1) alone.push(await firstToken())

  say(`${jobCount} jobs of ${stepCount} steps …`)
  for (const person of people)
    for (let count = 0; count < perPerson; count += 1) await start({ url: atrium.url }, person)
  const besideJobs: number[] = []
  const unfinished = async () =>
    Number((await database.pool.query('select count(*) from agent_job where ended_at is null')).rows[0].count)
  while ((await unfinished()) > 0) {
    besideJobs.push(await firstToken())
    await delay(300)
  }
  const { rows } = await database.pool.query<{ ms: number; steps: number; failed: number; seconds: number }>(`
    select avg(extract(epoch from ended_at - started_at) * 1000)::float8 as ms,
      (select count(*)::int from agent_job_step) as steps,
      count(*) filter (where state <> 'completed')::int as failed,
      extract(epoch from max(ended_at) - min(created_at))::float8 as seconds
    from agent_job`)
  const [found] = rows
  if (!found || found.failed > 0 || found.steps !== jobCount * stepCount)
    throw new Error(`Jobs went wrong: ${JSON.stringify(found)}`)
  return {
    jobs: jobCount,
    steps: stepCount,
    overheadMs: (found.ms - modelSteps * modelMs) / stepCount,
    seconds: found.seconds,
    firstTokenMs: { alone: percentile(alone, 0.5), besideJobs: percentile(besideJobs, 0.5) },
  }
}

async function start(at: ApiSettings, person: Person): Promise<void> {
  const response = await ask(at, person, 'bench-research', { job: { budgetCredits: 1_000 } })
  if (!response.ok) throw new Error(`A job was refused: ${await response.text()}`)
  await response.body?.cancel()
}

async function timeToFirstToken(at: ApiSettings, person: Person): Promise<number> {
  const from = performance.now()
  const response = await ask(at, person, 'bench-quick', {})
  await readEvents(response, { until: (events) => events.some(({ part }) => part.type === 'text-delta') })
  return performance.now() - from
}

function ask(at: ApiSettings, person: Person, modelId: string, more: object): Promise<Response> {
  const { headers, body } = questionOf(person, modelId)
  return send(contract.askQuestion, { ...at, headers }, { body: { ...JSON.parse(body), ...more } })
}
