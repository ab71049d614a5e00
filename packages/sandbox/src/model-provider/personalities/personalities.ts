import type { Conversation } from '../conversation.ts'
import { understand, type Asked } from './asked.ts'
import { obeyingInstructions } from './instructions.ts'
import { answerQuickly } from './quick.ts'
import { answerFromPassages } from './reader.ts'
import { answerAfterReasoning } from './reasoner.ts'
import { answerFromSources } from './sources.ts'
import { asksForSideTask, doSideTask } from './side-tasks.ts'
import { writeAtLength } from './writer.ts'

/** What a model says, all of it. */
export interface ModelAnswer {
  reasoning?: string
  text: string
}

type Personality = (asked: Asked, conversation: Conversation) => ModelAnswer

const personalities = new Map<string, Personality>([
  ['sandbox-writer', (asked) => ({ text: writeAtLength(asked) })],
  ['sandbox-quick', (asked) => ({ text: answerQuickly(asked) })],
  ['sandbox-reasoner', answerAfterReasoning],
  ['sandbox-reader', (asked, conversation) => ({ text: answerFromPassages(asked, conversation) })],
])

export function isTextModel(model: string): boolean {
  return personalities.has(model)
}

/** The answer of a text model. The same conversation gets the same answer, dates and times aside. */
export function answerAs(conversation: Conversation): ModelAnswer {
  if (asksForSideTask(conversation)) return { text: doSideTask(conversation) }
  const answer = personalities.get(conversation.model)
  if (answer === undefined) throw new Error(`${conversation.model} is not a model that talks.`)
  const cited = answerFromSources(conversation)
  const said = cited === null ? answer(understand(conversation), conversation) : { text: cited }
  return { ...said, text: obeyingInstructions(said.text, conversation.instructions) }
}
