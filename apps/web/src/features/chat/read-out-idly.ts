import { whenIdle } from '../../lib/when-idle.ts'
import { plainTextInSteps } from '../conversation/index.ts'

type ToSay = {
  /** Markdown of an answer, of which the words are said. */
  text: string
  cites: boolean
  /** A sentence to say after it. */
  ending?: string
  say: (words: string) => void
}

/** What is still to be said, of all answers on the page. */
const waiting: Iterator<void, void>[] = []

/**
 * Says the words of a text after all that was to be said before. They are read when the page has nothing else to do, a few
 * milliseconds at a time: nobody who types or scrolls waits for it.
 */
export function readOutIdly(toSay: ToSay): void {
  waiting.push(readOut(toSay))
  if (waiting.length === 1) whenIdle(readOn)
}

function* readOut({ text, cites, ending = '', say }: ToSay): Iterator<void, void> & Iterable<void> {
  const words = yield* plainTextInSteps(text, { cites })
  if (words !== '') say(words)
  if (ending !== '') say(ending)
}

function readOn() {
  const [first] = waiting
  let isSaid = true
  try {
    isSaid = first?.next().done ?? true
  } finally {
    if (isSaid) waiting.shift()
    if (waiting.length > 0) whenIdle(readOn)
  }
}
