import type { ModelProvider, Respond, Step } from '@atrium/sandbox'
import type { TestClock } from '@atrium/server/platform/clock.ts'
import { suggestedText } from './canvases.ts'
import type { WrittenConversation, WrittenTurn } from './read-conversations.ts'

/** The scripted answer to the next question. */
export interface ScriptedModel {
  expect(turn: WrittenTurn): void
}

const charactersPerSecond = 240
const beforeFirstWordMs = 900

/**
 * Scripts every model of the provider: the expected question gets its answer, a canvas its suggestion; any other request is the product asking for a title, and
 * gets the title of the conversation that it quotes. The clock advances while a model writes.
 */
export function scriptModel(
  provider: ModelProvider,
  conversations: readonly WrittenConversation[],
  clock: TestClock,
): ScriptedModel {
  let expected: WrittenTurn | undefined
  const respond: Respond = ({ conversation }) => {
    const asked = conversation.turns.findLast((turn) => turn.role === 'user')?.text ?? ''
    if (expected !== undefined && asked === expected.question) {
      if (conversation.tools.includes('web_search') && conversation.toolResults.length === 0)
        return [{ call: { name: 'web_search', input: { query: asked } } }]
      const { sql, rest } = queryIn(expected.answer)
      if (
        sql !== null &&
        conversation.tools.includes('query_tables') &&
        conversation.toolResults.length === 0
      )
        return [{ call: { name: 'query_tables', input: { sql, title: titleOf(asked, conversations) } } }]
      const prompt = conversation.turns.map(({ text }) => text).join('\n')
      const compared = expected.compared.find(({ modelId }) => modelId === conversation.model)
      const answer = compared?.answer ?? rest
      return speak({ ...expected, answer: numberCitations(answer, prompt) }, clock)
    }
    const suggested = suggestedText(asked)
    if (suggested !== null) return [{ text: suggested }, { finish: 'stop' }]
    return [{ text: titleOf(asked, conversations) }, { finish: 'stop' }]
  }
  provider.script('*', respond)
  return { expect: (turn) => void (expected = turn) }
}

function* speak({ reasoning, answer, end }: WrittenTurn, clock: TestClock): Iterable<Step> {
  if (end === 'failed') {
    clock.advance(beforeFirstWordMs)
    yield { drop: true }
    return
  }
  for (const piece of piecesOf(reasoning)) yield { reasoning: piece }
  for (const piece of piecesOf(answer)) yield { text: piece }
  clock.advance(beforeFirstWordMs + ((reasoning.length + answer.length) / charactersPerSecond) * 1000)
  yield end === 'stopped' ? { stall: true } : { finish: 'stop' }
}

/** A written answer that queries a spreadsheet begins with the query, as a block of code. */
function queryIn(answer: string): { sql: string | null; rest: string } {
  const [block = '', sql = null] = /^```sql\n(.*?)\n```\n+/s.exec(answer) ?? []
  return { sql, rest: answer.slice(block.length) }
}

/** Written answers cite a file by its name, `[handbook.txt]`; the product gives each file that is read a number in the prompt. */
const numberCitations = (answer: string, prompt: string): string =>
  answer.replaceAll(/\[([^\]\s]+\.txt)\]/g, (_, name: string) => {
    const heading = prompt
      .split('\n')
      .find((line) => /^\[\d+\] /.test(line) && line.includes(JSON.stringify(name)))
    const number = /\d+/.exec(heading ?? '')?.[0]
    if (number === undefined) throw new Error(`The question found nothing in ${name}.`)
    return `[${number}]`
  })

/** A few words at a time, as models send them. */
const piecesOf = (text: string): string[] => text.match(/(?:\S+\s*){1,6}/g) ?? []

function titleOf(asked: string, conversations: readonly WrittenConversation[]): string {
  const found = conversations.find(({ turns }) => turns.some(({ question }) => asked.includes(question)))
  if (!found) throw new Error(`Nobody wrote an answer to this: ${asked.slice(0, 80)}`)
  return found.title
}
