import { answerText } from '@atrium/contract'
import { roomRules } from '../../answers/index.ts'
import type { PromptMessage } from '../../models/index.ts'
import type { JobWork } from './program.ts'

/** The prompt of one step: the instructions of its task, the conversation before, the material, and the question. */
export function stepPrompt(
  work: JobWork,
  instructions: readonly string[],
  material: readonly string[],
): PromptMessage[] {
  const { today, room, question } = work.material
  const before = conversationBefore(work)
  return [
    {
      role: 'system',
      text: [
        ...instructions,
        `Today is ${today}. Write in the language of the question.`,
        ...roomRules(room),
      ].join('\n'),
    },
    ...(before === '' ? [] : [{ role: 'user' as const, text: `Previous messages:\n\n${before}` }]),
    { role: 'user', text: [...material, `Question: ${question}`].join('\n\n') },
  ]
}

/** The exchange before the question, shortened, so that a question such as 'And in Norway?' can be understood. */
function conversationBefore({ material }: Pick<JobWork, 'material'>): string {
  const last = material.history.at(-1)
  if (!last) return ''
  return `Question: ${last.question.slice(0, 2_000)}\n\nAnswer: ${answerText(last.parts).slice(0, 4_000)}`.toWellFormed()
}
