import type { TurnId } from '@atrium/contract'
import { useState } from 'react'
import type { PathStep } from './turn-tree.ts'

/** Turns shown at first, and how many more each time. */
const turnsAtOnce = 20

/** The end of a long conversation, from the turn on at which it is opened, and more of it on demand. */
export function useShownPath(path: PathStep[], openAt: TurnId | null) {
  const [count, setCount] = useState(() => {
    const index = path.findIndex(({ turn }) => turn.turnId === openAt)
    return Math.max(turnsAtOnce, index === -1 ? 0 : path.length - index + 2)
  })
  return {
    shown: path.slice(-count),
    hasEarlier: path.length > count,
    showEarlier: () => setCount(count + turnsAtOnce),
  }
}
