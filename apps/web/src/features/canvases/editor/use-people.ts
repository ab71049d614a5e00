import { useEffect, useState } from 'react'
import type { CanvasSession } from './use-canvas-session.ts'

export type PersonHere = { id: string; name: string; color: string }

/** The people in a canvas, each once, the reader among them. */
export function usePeople(session: CanvasSession | null): PersonHere[] {
  const [people, setPeople] = useState<PersonHere[]>([])
  const awareness = session?.provider.awareness
  useEffect(() => {
    if (!awareness) return
    const look = () => {
      const found = new Map<string, PersonHere>()
      for (const { user } of awareness.getStates().values() as Iterable<{ user?: Partial<PersonHere> }>)
        if (user?.id !== undefined && user.name !== undefined)
          found.set(user.id, { id: user.id, name: user.name, color: user.color ?? '' })
      const shown = [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
      setPeople((before) => (JSON.stringify(before) === JSON.stringify(shown) ? before : shown))
    }
    look()
    awareness.on('change', look)
    return () => {
      awareness.off('change', look)
      setPeople([])
    }
  }, [awareness])
  return people
}
