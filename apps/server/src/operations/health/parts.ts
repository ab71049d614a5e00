import {
  type HealthIssue,
  healthIssues,
  type HealthPartName,
  type HealthReport,
  type HealthState,
  healthStates,
} from '@atrium/contract'

export type HealthParts = HealthReport['parts']
export type FactsOf<Name extends HealthPartName> = NonNullable<HealthParts[Name]['facts']>

/** The result of a check: figures and issues. */
export type Finding<Name extends HealthPartName> = {
  facts: FactsOf<Name> | null
  issues: HealthIssue[]
}

/** The worst of these states; fine without any. */
export const worstOf = (states: readonly HealthState[]): HealthState =>
  healthStates.findLast((state) => states.includes(state)) ?? 'fine'

export const stateOf = (issues: readonly HealthIssue[]): HealthState =>
  worstOf(issues.map((issue) => healthIssues[issue]))

/** The issues whose condition holds, in this order. */
export const issuesOf = (conditions: Partial<Record<HealthIssue, boolean>>): HealthIssue[] =>
  (Object.keys(conditions) as HealthIssue[]).filter((issue) => conditions[issue])
