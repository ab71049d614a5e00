import type { Conversation } from '../conversation.ts'
import { understand, type Asked } from './asked.ts'
import { obeyingInstructions } from './instructions.ts'
import { answerQuickly, picturesReceived } from './quick.ts'
import { answerFromPassages } from './reader.ts'
import { answerAfterReasoning } from './reasoner.ts'
import { answerPrepared, answerPreparedBriefly, inWishedForm } from './prepared.ts'
import { followRework } from './rework.ts'
import { answerFromSources } from './sources.ts'
import { doResearch } from './researcher.ts'
import { analyseData } from './data-analyst.ts'
import { asksForSideTask, doSideTask } from './side-tasks.ts'
import { useSkill } from './skills.ts'
import { answerFromTables } from './tables.ts'
import { answerFromServiceDesk } from './server-tools.ts'
import { failedSearchNote } from './web-search.ts'
import { translatePassages } from './translator.ts'
import { writeAtLength } from './writer.ts'

/** A model's whole answer. */
export interface ModelAnswer {
  reasoning?: string
  text: string
}

type Personality = (asked: Asked, conversation: Conversation) => ModelAnswer

/** The answers of people's questions. */
const personalities = new Map<string, Personality>([
  [
    'sandbox-writer',
    (asked, conversation) => ({ text: useSkill(asked) ?? answerPrepared(asked, conversation) }),
  ],
  [
    'sandbox-quick',
    (asked, conversation) => ({
      text: useSkill(asked) ?? `${picturesReceived(asked)}${answerPreparedBriefly(asked, conversation)}`,
    }),
  ],
  [
    'sandbox-reasoner',
    (asked, conversation) => ({
      ...answerAfterReasoning(asked),
      text: useSkill(asked) ?? answerPrepared(asked, conversation),
    }),
  ],
  [
    'sandbox-analyst',
    (asked, conversation) => ({ text: useSkill(asked) ?? answerPrepared(asked, conversation) }),
  ],
  [
    'sandbox-researcher',
    (asked, conversation) => ({ text: useSkill(asked) ?? answerPrepared(asked, conversation) }),
  ],
  [
    'sandbox-reader',
    (asked, conversation) => ({
      text: inWishedForm(answerFromPassages(asked, conversation), asked, conversation),
    }),
  ],
])

/** The answers of questions with a `[[sandbox:…]]`: long samples of every kind of Markdown, other ones for other words. */
const samples = new Map<string, Personality>([
  ['sandbox-writer', (asked) => ({ text: writeAtLength(asked) })],
  ['sandbox-quick', (asked) => ({ text: answerQuickly(asked) })],
  ['sandbox-analyst', (asked) => ({ text: writeAtLength(asked) })],
  ['sandbox-reasoner', answerAfterReasoning],
  ['sandbox-reader', (asked, conversation) => ({ text: answerFromPassages(asked, conversation) })],
])

export function isTextModel(model: string): boolean {
  return personalities.has(model)
}

/** The answer of a text model. The same conversation gets the same answer, dates and times aside. */
export function answerAs(
  conversation: Conversation,
  { isSample }: { isSample: boolean } = { isSample: false },
): ModelAnswer {
  const researched = doResearch(conversation)
  if (researched !== null) return { text: researched }
  const analysed = analyseData(conversation)
  if (analysed !== null) return { text: analysed }
  const translated = translatePassages(conversation)
  if (translated !== null) return { text: translated }
  if (asksForSideTask(conversation)) return { text: doSideTask(conversation) }
  const answer = (isSample ? samples : personalities).get(conversation.model)
  if (answer === undefined) throw new Error(`${conversation.model} is not a model that talks.`)
  const reworked = followRework(conversation)
  if (reworked !== null) return { text: reworked }
  const cited =
    answerFromServiceDesk(conversation) ?? answerFromTables(conversation) ?? answerFromSources(conversation)
  const said = cited === null ? answer(understand(conversation), conversation) : { text: cited }
  const text = `${failedSearchNote(conversation)}${said.text}`
  return { ...said, text: obeyingInstructions(text, conversation.instructions) }
}
