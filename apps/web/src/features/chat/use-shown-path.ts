import { useState } from 'react'
import type { PathStep } from './turn-tree.ts'

/** Turns shown at first, and how many more each time. */
const turnsAtOnce = 20

/** The end of a long conversation, and more of it on demand. */
export function useShownPath(path: PathStep[]) {
  const [count, setCount] = useState(turnsAtOnce)
  return {
    shown: path.slice(-count),
    hasEarlier: path.length > count,
    showEarlier: () => setCount(count + turnsAtOnce),
  }
}
