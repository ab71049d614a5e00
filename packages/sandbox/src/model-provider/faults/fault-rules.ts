import type { RecordedRequest } from '../recorded-requests.ts'

/** Faults that a test sets for future requests. */
export interface FaultRule {
  /** As in a question, without the brackets: `'429=1'`, `'late=300, drop-after=5'`. */
  fault: string
  /** Only requests for this model. */
  model?: string
  /** Only requests for which it is true. */
  when?: (request: RecordedRequest) => boolean
  /** How many requests it meets before it is used up; without it, all. */
  times?: number
}

/** Holds the rules and counts their use. The first matching rule applies to a request. */
export class FaultRules {
  #rules: { rule: FaultRule; left: number }[] = []

  set(rules: FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  /** The fault for a request, '' for none; uses the rule up by one. */
  take(request: RecordedRequest): string {
    const found = this.#rules.find(({ rule, left }) => left > 0 && fits(rule, request))
    if (found === undefined) return ''
    found.left--
    return found.rule.fault
  }
}

function fits(rule: FaultRule, request: RecordedRequest): boolean {
  return (
    (rule.model === undefined || rule.model === request.model) &&
    (rule.when === undefined || rule.when(request))
  )
}
