import type { Conversation } from '../conversation.ts'
import { questionOf } from '../conversation.ts'
import { hashOf } from '../language/seed.ts'
import { asksForSideTask } from '../personalities/side-tasks.ts'
import type { RecordedRequest } from '../recorded-requests.ts'
import type { FaultRules } from './fault-rules.ts'
import type { Faults } from './faults.ts'
import { faultsInQuestion, parseFaults } from './parse-faults.ts'

/** Sources of faults besides the request itself. */
export interface FaultSources {
  faultRules: FaultRules
  /** Questions whose `once` has been used, by hash. */
  faultedOnce: Set<number>
}

const maxRemembered = 10_000

/** The faults of one answer: from the rules of a test, the headers and the question, the later ones going first. */
export function chooseFaults(
  sources: FaultSources,
  request: RecordedRequest,
  conversation: Conversation,
): Faults {
  const question = questionOf(conversation)
  // The title is made from the same question; faults of the answer must not affect it.
  const inQuestion = asksForSideTask(conversation) ? '' : faultsInQuestion(question)
  const faults = parseFaults([sources.faultRules.take(request), headerFaults(request), inQuestion].join(','))
  return faults.once && wasAskedBefore(sources.faultedOnce, question) ? { interruptions: [] } : faults
}

function headerFaults({ headers }: RecordedRequest): string {
  const rate = headers['x-sandbox-rate']
  const fault = headers['x-sandbox-fault']
  return [rate === undefined ? '' : `rate=${String(rate)}`, fault === undefined ? '' : String(fault)].join(
    ',',
  )
}

function wasAskedBefore(asked: Set<number>, question: string): boolean {
  const hash = hashOf(question)
  if (asked.has(hash)) return true
  if (asked.size >= maxRemembered) asked.clear()
  asked.add(hash)
  return false
}
