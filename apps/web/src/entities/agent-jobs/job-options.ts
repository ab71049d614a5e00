import { limits } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'
import { fields, number, oneOf } from '../../lib/text/parse.ts'

/** Options of the next questions to a model with deferred answers; stored in the browser. */
export type JobOptions = { budgetCredits: number; reviewsPlan: boolean }

const kept = stored('jobOptions', fields({ budgetCredits: number, reviewsPlan: oneOf(true, false) }))

export const jobOptions = createStore<JobOptions>(
  kept.read() ?? { budgetCredits: limits.jobBudgetCredits, reviewsPlan: true },
)

export function changeJobOptions(options: JobOptions): void {
  kept.write(options)
  jobOptions.set(options)
}
