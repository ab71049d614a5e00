import {
  holdAnswer,
  type HeldAnswer,
  type ModelProvider,
  type ScriptedCall,
  type Steps,
} from '@atrium/sandbox'

/** Scripts the model's answer to each question, and records its requests. */
export interface Director {
  /** The next answer to this question stays in the caller's hand; every other is given at once. */
  hold(question: string): HeldAnswer
  /** The same for the title of the chat that starts with this question. */
  holdTitle(question: string): HeldAnswer
  /** The question of every request for an answer so far, in order; those for titles are not among them. */
  asked: string[]
}

const goOn = 'Your last answer was cut off.'
const pause = () => new Promise((resolve) => setTimeout(resolve, 15))

/** The model's answer when nothing holds it back: some forty words in eight chunks. */
const answerTo = (question: string): string[] =>
  Array.from({ length: 8 }, (_, piece) => `${piece + 1}. This is said about «${question}». `)

/** Its answer to a request to continue. */
export const restOf = ' And that was all.'

export function direct(model: ModelProvider): Director {
  const held = new Map<string, HeldAnswer>()
  const heldTitles = new Map<string, HeldAnswer>()
  const asked: string[] = []

  model.script('*', (call) => {
    const { turns, instructions } = call.conversation
    const questions = turns.filter(({ role }) => role === 'user').map(({ text }) => text)
    const last = questions.at(-1) ?? ''
    if (instructions.startsWith('Write a title')) return titleFor(last, call)
    const question = last.startsWith(goOn) ? (questions.at(-2) ?? '') : last
    asked.push(question)
    if (last.startsWith(goOn)) return [{ text: restOf }, { finish: 'stop' }]
    const answer = held.get(question)
    held.delete(question)
    return answer?.respond(call) ?? freely(question)
  })

  function titleFor(conversation: string, call: ScriptedCall): Steps {
    const question = [...heldTitles.keys()].find((text) => conversation.includes(text))
    const answer = question && heldTitles.get(question)
    if (!answer) return [{ text: 'A talk of the campaign' }, { finish: 'stop' }]
    heldTitles.delete(question)
    return answer.respond(call)
  }

  return {
    asked,
    hold(question) {
      const answer = holdAnswer()
      held.set(question, answer)
      return answer
    },
    holdTitle(question) {
      const answer = holdAnswer()
      heldTitles.set(question, answer)
      return answer
    },
  }
}

async function* freely(question: string): AsyncGenerator<{ text: string } | { finish: 'stop' }> {
  for (const text of answerTo(question)) {
    yield { text }
    await pause()
  }
  yield { finish: 'stop' }
}
