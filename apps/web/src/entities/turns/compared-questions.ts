import { mintId } from '@atrium/contract'
import type { AskedHere } from './running-answer.ts'

/** One question to several models: a request for each answer, that of the first column first. All of them name all answers. */
export function comparedQuestions(
  { request: { pictureOptions: _pictureOptions, ...request }, question }: AskedHere,
  modelIds: readonly string[],
): AskedHere[] {
  const comparison = modelIds.map((modelId, column) => ({
    turnId: column === 0 ? request.turnId : mintId('turn'),
    modelId,
  }))
  return comparison.map((answer) => ({ request: { ...request, ...answer, comparison }, question }))
}

/** Whether a question has one answer, or this is the request for the first of several. */
export const isFirstAnswer = ({ request: { turnId, comparison } }: AskedHere): boolean =>
  comparison === undefined || comparison[0]?.turnId === turnId
