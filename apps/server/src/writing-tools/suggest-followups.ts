import { answerText, limits, type ShapingId, type TurnId } from '@atrium/contract'
import { keepFollowups, readQuestion, requireTurn } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { followupsPrompt } from './instructions.ts'
import { type OpenCall, openCall, refusalOf } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'
import { runCall } from './run-call.ts'

const excerptCharacters = 6_000
const outputTokenLimit = 1_024

type Suggested = { turnId: TurnId; followups: string[]; creditsCharged: number }

/** Returns up to three follow-up questions to an answer; free when they are stored already. */
export async function suggestFollowups(
  ports: WritingToolsPorts,
  member: Member,
  { shapingId, turnId }: { shapingId: ShapingId; turnId: TurnId },
  onLeft: (leave: () => void) => void,
): Promise<Suggested> {
  const opened = await openFollowups(ports, member, { shapingId, turnId })
  if (!('prompt' in opened)) return opened
  const end = await runCall(ports, opened, {
    onLeft,
    keep: async (trx, text) => keepFollowups(trx, member, turnId, questionsIn(text)),
  })
  if (end.state === 'failed')
    fail(end.errorCode ?? 'PROVIDER_UNAVAILABLE', {
      ...(end.retryAfterSeconds !== null && { retryAfterSeconds: end.retryAfterSeconds }),
    })
  return { turnId, followups: questionsIn(end.text), creditsCharged: end.creditsCharged }
}

async function openFollowups(
  ports: WritingToolsPorts,
  member: Member,
  { shapingId, turnId }: { shapingId: ShapingId; turnId: TurnId },
): Promise<OpenCall | Suggested> {
  try {
    return await inTenant(ports.database, member, async (trx) => {
      const turn = await requireTurn(trx, member, turnId, 'ask')
      if (turn.followups) return { turnId, followups: turn.followups, creditsCharged: 0 }
      const answer = answerText(turn.parts)
      if (answer === '' || !turn.model_id) return fail('CONFLICT')
      const { text: question } = await readQuestion(trx, member.accountId, turn.question_message_id)
      const prompt = followupsPrompt(question.slice(0, excerptCharacters), answer.slice(0, excerptCharacters))
      return await openCall(trx, ports, member, {
        shapingId,
        kind: 'followups',
        turnId,
        roomId: turn.room_id,
        modelId: turn.model_id,
        prompt,
        outputTokenLimit,
      })
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The questions in a model's output, without the numbers and marks that models add despite the instructions. */
export const questionsIn = (written: string): string[] => {
  const lines = written
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>#*•\-–—\d.)(]+/u, '')
        .replace(/^["“«]|["”»*]+$/gu, '')
        .trim(),
    )
    .filter((line) => line !== '' && !line.endsWith(':') && [...line].length <= limits.followupCharacters)
  return [...new Set(lines)].slice(0, limits.maxFollowups)
}
