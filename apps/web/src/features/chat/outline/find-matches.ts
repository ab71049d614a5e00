import type { TurnId } from '@atrium/contract'
import { findInText } from './find-in-text.ts'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'
import { textsOf } from './use-chat-texts.ts'

/** One match, by its index in its turn, from 0. */
export type Match = { turnId: TurnId; nth: number }

/** Returns every match in the loaded turns of a branch, in reading order. */
export const findMatches = (path: readonly BranchStep[], query: string): Match[] =>
  path.flatMap(({ outline: { turnId }, turn }) => {
    const count = (textsOf(turn) ?? []).reduce((sum, text) => sum + findInText(text, query).length, 0)
    return Array.from({ length: count }, (_, nth) => ({ turnId, nth }))
  })
