import { whenIdle } from '../../../lib/when-idle.ts'
import { plainTextInSteps } from '../../conversation/index.ts'

type ToSay = {
  /** Markdown of an answer to read out. */
  text: string
  cites: boolean
  /** A sentence to say after it. */
  ending?: string
  say: (words: string) => void
}

/** The remaining texts of all answers on the page. */
const waiting: Iterator<void, void>[] = []

/**
 * Reads a text out after all earlier ones. Parses it while the page is idle, a few milliseconds at a time, so that typing and
 * scrolling stay smooth.
 */
export function readAloudWhenIdle(toSay: ToSay): void {
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
