import { parseArgs } from 'node:util'
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'
import { CampaignWorld, type DatabaseKind } from './campaign-world.ts'
import { cutStreams } from './cut-streams.ts'
import { gatherPeople, killRound, type RoundOutcome } from './kill-round.ts'
import { percentile, table } from './measures.ts'
import { seededRandom } from './random.ts'
import { raceStopsWithEnds } from './stop-races.ts'
import { numberOf, steps } from './steps.ts'
import { chatsWithoutTitle } from './titles.ts'

const help = `npm run campaign -- [options]

Kills Atrium with kill -9 at every step of the life of a question, again and again, and shows that no answer is lost. Each
round is one kill with a question at each of the ${steps.length} places of q1 to q11, while others talk. Exit code 1 on any violation.

  --rounds N       rounds of kills, all steps in each [40]
  --database KIND  given (survives the kill), built-in (in every second round it is killed as well), or both [both]
  --cuts N         random cuts of streams, each read on to the letter [10000]
  --stops N        stops that race the end of their answer [1000]
  --seed S         for everything that is random [1]
`
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    database: { type: 'string', default: 'both' },
    cuts: { type: 'string', default: '10000' },
    stops: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(help)
else await run()

async function run(): Promise<void> {
  const postgres = await startTestPostgres()
  const random = seededRandom(Number(values.seed))
  const wrong: string[] = []
  try {
    const rounds = Number(values.rounds)
    const kinds: DatabaseKind[] =
      values.database === 'both' ? ['given', 'built-in'] : [values.database as DatabaseKind]
    for (const [index, kind] of kinds.entries()) {
      const share = index === 0 ? Math.ceil(rounds / kinds.length) : Math.floor(rounds / kinds.length)
      if (share > 0) wrong.push(...(await killMany(postgres.host, kind, share)))
    }
    const stops = Number(values.stops)
    if (stops > 0) {
      const raced = await raceStopsWithEnds(postgres.host, stops, random)
      console.log(
        `\nStop racing the end: ${stops} times; ${raced.stopped} stopped, ${raced.answered} answered`,
      )
      wrong.push(...raced.wrong)
    }
    const cuts = Number(values.cuts)
    if (cuts > 0) {
      const cut = await cutStreams(postgres.host, cuts, random)
      console.log(
        `\nStreams cut: ${cuts} times; ${cuts - cut.wrong.length} byte-identical; resumed after p50 ${percentile(cut.resumeMs, 0.5).toFixed(0)} ms, p95 ${percentile(cut.resumeMs, 0.95).toFixed(0)} ms`,
      )
      wrong.push(...cut.wrong)
    }
  } finally {
    await postgres.stop()
  }
  for (const what of wrong) console.error(what)
  console.log(`\n${wrong.length} violations`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

async function killMany(databaseHost: string, kind: DatabaseKind, rounds: number): Promise<string[]> {
  const world = await CampaignWorld.start({ databaseHost, kind })
  const outcomes: RoundOutcome[] = []
  const wrong: string[] = []
  try {
    const people = await gatherPeople(world)
    for (let round = 1; round <= rounds; round += 1) {
      const killsDatabase = kind === 'built-in' && round % 2 === 0
      const outcome = await killRound(world, people, {
        label: `Round ${round}`,
        killsDatabase,
        losesLastWords: round % 2 === 1,
      })
      outcomes.push(outcome)
      const violations = [
        ...outcome.steps.flatMap((step) => step.wrong),
        ...outcome.violations.map(({ invariant, what }) => `Round ${round}: ${invariant} ${what}`),
      ]
      wrong.push(...violations)
      process.stdout.write(violations.length === 0 ? '.' : '!')
    }
    const titles = await chatsWithoutTitle(world, 90_000)
    wrong.push(...titles.map((chatId) => `${chatId} never got its title`))
  } finally {
    await world.close()
  }
  console.log(`\n\n${kind} database: ${rounds} kills with a question at each of ${steps.length} places`)
  console.log(describe(outcomes))
  return wrong
}

function describe(outcomes: readonly RoundOutcome[]): string {
  const lines = steps.map((step) => {
    const at = outcomes.flatMap((outcome) => outcome.steps.filter((one) => one.step === step))
    return [
      step.name,
      at.length,
      at.filter(({ resumed }) => resumed).length,
      at.filter(({ interrupted }) => interrupted).length,
      at.filter(({ wrong }) => wrong.length > 0).length,
      ...secondsIn(at.flatMap(({ orphanSeconds }) => orphanSeconds ?? [])),
    ]
  })
  const talk = outcomes.flatMap(({ talkOrphanSeconds }) => talkOrphanSeconds)
  const ready = outcomes.map(({ readyMs }) => readyMs)
  const steps1to11 = new Set(steps.map(numberOf)).size
  return [
    table([
      ['step', 'kills', 'resumed', 'interrupted', 'wrong', 'open s p50', 'p95'],
      ...lines,
      ['at any moment of a talk', talk.length, '', '', '', ...secondsIn(talk)],
    ]),
    '',
    `${steps1to11} steps, ${lines.length * outcomes.length} questions at a step; start to ready p50 ${percentile(ready, 0.5).toFixed(0)} ms, p95 ${percentile(ready, 0.95).toFixed(0)} ms;`,
    `invariants violated ${outcomes.reduce((sum, { violations }) => sum + violations.length, 0)} times`,
  ].join('\n')
}

function secondsIn(seconds: number[]): string[] {
  return seconds.length === 0 ? ['', ''] : [0.5, 0.95].map((share) => percentile(seconds, share).toFixed(1))
}
