import { checkSupport } from '../../answers/index.ts'
import type { JobWork } from '../engine/program.ts'
import { type CheckOutput, stateOf, textsOf } from './research-state.ts'

const citation = /\s?\[(\d+(?:\s*[,،、]\s*\d+)*)\]/g

/**
 * Puts the sections together and checks every claim against what it cites: removes citations of sources that don't exist, and lists the
 * sentences that no source supports, which readers see marked.
 */
export function checkReport(work: JobWork): CheckOutput {
  const state = stateOf(work)
  const texts = textsOf(state)
  const text = together(state.headings ?? [], state.sections).replaceAll(citation, (cited, list: string) => {
    const known = list.split(/\D+/).filter((number) => texts.has(Number(number)))
    return known.length === 0
      ? ''
      : `${/^\s/.exec(cited)?.[0] ?? ''}${known.map((number) => `[${number}]`).join('')}`
  })
  const unsupported =
    texts.size === 0 ? [] : checkSupport({ answer: text, question: work.material.question, sources: texts })
  return { text, unsupported }
}

/** The sections under their headings. */
export const together = (headings: readonly string[], texts: readonly string[]): string =>
  texts.map((text, index) => `## ${headings[index] ?? ''}\n\n${text.trim()}`).join('\n\n')
