import type { Database } from '../../platform/database/index.ts'
import { type FactsOf, type Finding, issuesOf } from './parts.ts'
import { endedAnswers, openAnswers } from './queries.ts'

type Ended = FactsOf<'answers'>['lastHour']

/** Minimum answers in the last hour for a meaningful failure rate. */
const minAnswers = 5
const failingShare = 0.2
const mostlyFailingShare = 0.5

/** Checks everybody's answers: running ones, and how those of the last hour and day ended. */
export async function checkAnswers({ database }: { database: Database }): Promise<Finding<'answers'>> {
  const [open, ended] = await Promise.all([openAnswers(database), endedAnswers(database)])
  const counted = (span: 'hour' | 'day'): Ended => {
    const of = (state: keyof Ended) => ended.find((row) => row.state === state)?.[span] ?? 0
    return {
      answered: of('answered'),
      stopped: of('stopped'),
      failed: of('failed'),
      interrupted: of('interrupted'),
    }
  }
  const lastHour = counted('hour')
  const share = shareOfFailures(lastHour)
  return {
    facts: { running: open.running, lastHour, lastDay: counted('day') },
    issues: issuesOf({
      ANSWERS_MOSTLY_FAILING: share >= mostlyFailingShare,
      ANSWERS_FAILING: share >= failingShare && share < mostlyFailingShare,
      ANSWERS_ABANDONED: open.abandoned > 0,
    }),
  }
}

function shareOfFailures({ answered, stopped, failed, interrupted }: Ended): number {
  const all = answered + stopped + failed + interrupted
  return all < minAnswers ? 0 : (failed + interrupted) / all
}
