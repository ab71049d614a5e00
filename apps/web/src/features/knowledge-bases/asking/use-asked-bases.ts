import { useMemo, useState } from 'react'
import { type AskedBase, readAsked, withAsked, writeAsked } from '../../../entities/files/asked-bases.ts'

/** The knowledge bases of the next questions under a name; stored in the browser at once. */
export function useAskedBases(name: string) {
  const [state, setState] = useState(() => ({ name, bases: readAsked(name) }))
  // A new chat got its id: moves the selection.
  const shown = state.name === name ? state : { name, bases: readAsked(name) }
  if (shown !== state) setState(shown)
  const changes = useMemo(() => {
    const change = (bases: readonly AskedBase[]) => {
      writeAsked(name, bases)
      setState({ name, bases })
    }
    return { change, add: (base: AskedBase) => change(withAsked(readAsked(name), base)) }
  }, [name])
  return { bases: shown.bases, ...changes }
}

export type AskedBases = ReturnType<typeof useAskedBases>
