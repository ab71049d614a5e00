import type { Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { findEntry } from '../library/find-entry.ts'
import { kindOf } from '../library/kind-of-question.ts'
import { entryOf, notesOf } from '../library/read-library.ts'
import { shapeAsked } from '../shaping/asked-shape.ts'
import { blocksOf } from '../shaping/blocks.ts'
import { formatAs, inOneParagraph } from '../shaping/format-as.ts'
import { shapeText, summaryInPoints } from '../shaping/shape-text.ts'
import type { Asked } from './asked.ts'
import { namedLanguage, wishIn } from './instructions.ts'

const maxQuotedCharacters = 200

type Question = Pick<Asked, 'question' | 'language'>

/** The prepared answer to a question, or one that says that there is none; in the requested language and format. */
export function answerPrepared(asked: Asked, conversation: Conversation): string {
  return inWishedForm(
    fromLibrary(asked) ?? reworkText(conversation) ?? withoutAnswer(asked),
    asked,
    conversation,
  )
}

/** The first sentences of the prepared answer. */
export function answerPreparedBriefly(asked: Asked, conversation: Conversation): string {
  return inWishedForm(
    briefly(asked) ?? reworkText(conversation) ?? entryOf(asked.language, 'quick').text,
    asked,
    conversation,
  )
}

/** The text that a question brings or that the answer before has, reworked as the question asks. */
function reworkText(conversation: Conversation): string | null {
  const asked = shapeAsked(conversation)
  if (!asked) return null
  const { shape, text, language } = asked
  return text === '' ? (notesOf(language)['notext'] ?? null) : shapeText(shape, text, language)
}

function fromLibrary({ question, language }: Question): string | null {
  const found = findEntry(question, detectLanguage(question))
  if (!found) return null
  const { entry, subject } = found
  if (entry.id === 'summarize' && subject !== '') return summaryInPoints(subject, detectLanguage(subject))
  const [line = ''] = subject.split('\n')
  return entryOf(language, entry.id).text.replace(/\{subject\|([^}]*)\}/g, (_, usual: string) =>
    line === '' ? usual : excerptOf(line),
  )
}

function withoutAnswer({ question, language }: Question): string {
  const kind = entryOf(language, `kind-${kindOf(question)}`).text
  const [line = ''] = question.trim().split('\n')
  return entryOf(language, 'open')
    .text.replace('{kind}', () => kind)
    .replace('{question}', () => excerptOf(line).replace(/^[#>\s]+/, ''))
}

function briefly({ question, language }: Question): string | null {
  const found = findEntry(question, detectLanguage(question))
  if (!found) return null
  if (found.subject !== '') return fromLibrary({ question, language })
  const sentences = blocksOf(entryOf(language, found.entry.id).text, language).filter(
    ({ kind }) => kind === 'sentence',
  )
  return inOneParagraph(sentences.slice(0, 3), language)
}

const excerptOf = (line: string) =>
  line.length > maxQuotedCharacters ? `${line.slice(0, maxQuotedCharacters).trimEnd()}…` : line.trim()

/** What Customize Answer or the room wants of the form; a language that the sandbox does not write is named. */
export function inWishedForm(text: string, { language }: Asked, { instructions }: Conversation): string {
  const format = wishIn(instructions, 'format')
  const formed = format === null ? text : formatAs(format, text, detectLanguage(text))
  const wished = wishIn(instructions, 'language')
  return wished !== null && namedLanguage(wished) === null
    ? `${(notesOf(language)['speaks'] ?? '').replace('{language}', () => wished)}\n\n${formed}`
    : formed
}
