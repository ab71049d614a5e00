import type { TurnId } from '@atrium/contract'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'

export type FoundQuestion = {
  turnId: TurnId
  /** Which question of the branch it is, from 1. */
  number: number
  /** Its first words, in one line. */
  words: string
}

/**
 * Returns the questions of a branch whose beginnings contain every word of a text, ignoring accents and case; all for an empty
 * text.
 */
export function findQuestions(path: readonly BranchStep[], text: string): FoundQuestion[] {
  const searched = folded(text).split(/\s+/).filter(Boolean)
  return path
    .map(({ outline }, index) => ({
      turnId: outline.turnId,
      number: index + 1,
      words: outline.words.replaceAll(/\s+/g, ' ').trim(),
    }))
    .filter(({ words }) => {
      const here = folded(words)
      return searched.every((word) => here.includes(word))
    })
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
