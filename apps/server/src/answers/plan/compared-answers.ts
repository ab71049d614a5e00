import { createHash } from 'node:crypto'
import type { AskQuestion, InComparison } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'

/** One answer that a question asks for. */
export type RequestedAnswer = Pick<AskQuestion, 'turnId' | 'modelId'> & {
  requestHash: string
  comparison: InComparison | null
}

/**
 * Returns the answers that a question asks for: one, or those of a comparison in the order of their columns. Each has the hash of the
 * request that asks for it first, so that any request of a comparison finds what another one opened.
 */
export function requestsOf(asked: AskQuestion): RequestedAnswer[] {
  const { turnId, modelId, comparison } = asked
  if (!comparison) return [{ turnId, modelId, requestHash: hashOf(asked), comparison: null }]
  refuseUnsound(asked, comparison)
  const id = comparison[0]?.turnId ?? turnId
  return comparison.map((answer, column) => ({
    ...answer,
    requestHash: hashOf({ ...asked, ...answer }),
    comparison: { id, column },
  }))
}

const hashOf = (asked: AskQuestion): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url')

function refuseUnsound(
  { turnId, modelId, ask, pictureOptions }: AskQuestion,
  comparison: NonNullable<AskQuestion['comparison']>,
): void {
  const refuse = (path: string, message: string) =>
    fail('INVALID_INPUT', { issues: [{ path: `body.${path}`, message }] })
  if (!comparison.some((answer) => answer.turnId === turnId && answer.modelId === modelId))
    refuse('comparison', 'The turn and model of the request must be among the compared ones.')
  if (ask.kind !== 'question') refuse('comparison', 'Only a new question can be compared.')
  if (pictureOptions) refuse('pictureOptions', 'A comparison takes no picture options.')
}
