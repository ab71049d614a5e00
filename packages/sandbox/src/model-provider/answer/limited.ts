import { TokenMeter } from '../usage.ts'
import { isChunk, type Step, type Steps } from './steps.ts'

/** Ends an answer with 'length' once it has as many tokens as the request allows. Null allows any number. */
export async function* limited(steps: Steps, maxOutputTokens: number | null): AsyncIterable<Step> {
  const meter = new TokenMeter()
  for await (const step of steps) {
    if (maxOutputTokens !== null && isChunk(step)) {
      meter.add('text' in step ? step.text : step.reasoning)
      if (meter.tokens > maxOutputTokens) {
        yield { finish: 'length' }
        return
      }
    }
    yield step
  }
}
