import { questionOf, type Conversation } from '../conversation.ts'

const taskOf = /^Task: translation into [^\n(]* \(([^)\n]+)\)/m

/**
 * The answer to a part of a translation: every passage below its number, with the language in front of it, since no model here knows
 * languages. Null for anything else.
 */
export function translatePassages(conversation: Conversation): string | null {
  const language = taskOf.exec(conversation.instructions)?.[1]
  if (language === undefined) return null
  return questionOf(conversation)
    .split(/^(<<\d+>>)$/m)
    .map((piece, index) =>
      index % 2 === 0 && piece.trim() !== '' ? `\n[${language}] ${piece.trim()}\n` : piece,
    )
    .join('')
    .trim()
}
