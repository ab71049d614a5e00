import { answerText } from '@atrium/contract'
import type { BranchTurn } from '../chats/index.ts'
import type { PromptMessage } from '../models/index.ts'

export type PromptMaterial = {
  /** Today, as the model is told it: an ISO date. */
  today: string
  roomName: string
  history: readonly BranchTurn[]
  question: string
  /** The answer so far, when the model is to go on with it; else empty. */
  writtenBefore: string
}

const standing = (today: string, roomName: string) =>
  [
    `You answer questions in the room "${roomName}" of a team. Today is ${today}.`,
    'Answer in the language of the question. Use Markdown; write mathematics between $ or $$ and diagrams as mermaid code blocks where they help.',
    'If you do not know something, say so.',
  ].join('\n')

const goOn =
  'Your last answer was cut off. Continue it exactly where it stopped: repeat nothing, greet nobody, begin in the middle of the sentence if it stopped there.'

/** What a model is sent: standing instructions, the branch so far, the question. Nobody's name or address is in it (L15). */
export function buildPrompt({
  today,
  roomName,
  history,
  question,
  writtenBefore,
}: PromptMaterial): PromptMessage[] {
  const conversation = history.flatMap(({ question: asked, parts }): PromptMessage[] => {
    const answered = answerText(parts)
    return [
      { role: 'user', text: asked },
      ...(answered ? [{ role: 'assistant' as const, text: answered }] : []),
    ]
  })
  return [
    { role: 'system', text: standing(today, roomName) },
    ...conversation,
    { role: 'user', text: question },
    ...(writtenBefore
      ? [
          { role: 'assistant' as const, text: writtenBefore },
          { role: 'user' as const, text: goOn },
        ]
      : []),
  ]
}
