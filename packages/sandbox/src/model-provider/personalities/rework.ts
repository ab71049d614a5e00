import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { notesOf } from '../library/read-library.ts'
import { shapeInstructed } from '../shaping/asked-shape.ts'
import { formatAs } from '../shaping/format-as.ts'
import { improveQuestion } from '../shaping/improve-question.ts'
import { shapeText } from '../shaping/shape-text.ts'
import { namedLanguage, wishIn } from './instructions.ts'

/** The text of the last turn reworked as instructed: shorter, simpler, a better question; null without such instructions. */
export function followRework(conversation: Conversation): string | null {
  const { instructions } = conversation
  const shape = shapeInstructed(instructions)
  if (shape === null) return null
  const text = questionOf(conversation)
  if (shape === 'question') return improveQuestion(text)
  const language = detectLanguage(text)
  const format = wishIn(instructions, 'format')
  const shaped = shapeText(shape, text, language)
  const formed = format === null ? shaped : formatAs(format, shaped, language)
  const wished = wishIn(instructions, 'language')
  if (wished === null || namedLanguage(wished) === language) return formed
  const note = notesOf(namedLanguage(wished) ?? language)['translate'] ?? ''
  return `${note}\n\n${formed}`
}
