import { isChunk, type Step, type Steps } from '../answer/steps.ts'
import type { Usage } from '../usage.ts'
import type { Faults } from './faults.ts'

// An endless answer has a maximum, too.
const endlessLimitBytes = 100_000_000

/** The steps of an answer with its faults worked in. */
export async function* withFaults(steps: Steps, faults: Faults): AsyncIterable<Step> {
  const waiting = faults.interruptions.toSorted((a, b) => a.afterChunks - b.afterChunks)
  let chunks = 0
  for await (const step of replacedOutput(steps, faults)) {
    while (waiting[0] !== undefined && waiting[0].afterChunks <= chunks) {
      const cutIn = waiting.shift()
      if (cutIn !== undefined) yield cutIn.step
    }
    yield step
    if (isChunk(step)) chunks++
  }
  // An answer shorter than the fault expected: let it happen at its end.
  for (const { step } of waiting) yield step
}

function replacedOutput(steps: Steps, { output }: Faults): Steps {
  switch (output?.kind) {
    case undefined:
      return steps
    case 'none':
      return []
    case 'endless':
      return endless()
    case 'long-line':
      return [
        {
          text: 'A line without an end. '.repeat(Math.ceil(output.sizeBytes / 23)).slice(0, output.sizeBytes),
        },
      ]
  }
}

function* endless(): Iterable<Step> {
  const text = 'And so it goes on, round after round. '
  for (let said = 0; said < endlessLimitBytes; said += text.length) yield { text }
}

/** The reported usage, which a fault may withhold or falsify. */
export function reportedUsage(usage: Usage, { usage: fault }: Faults): Usage | null {
  switch (fault) {
    case undefined:
      return usage
    case 'none':
      return null
    case 'negative':
      return { ...usage, inputTokens: -usage.inputTokens - 1, outputTokens: -usage.outputTokens - 1 }
    case 'huge':
      return { ...usage, inputTokens: 1e12, outputTokens: 1e12 }
  }
}
