import type { Model, PictureOptions } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { createStoredWishes, wishesFor } from './picture-wishes.ts'

const storedWishes = createStoredWishes()

/**
 * What pictures the next question asks for, and how to change it; null with a model that makes none. A chat goes on as it was
 * asked in last, a new one as this browser's person asked last.
 */
export function usePictureOptions(model: Model | null, lastAsked: PictureOptions | null) {
  const [picked, setPicked] = useState<PictureOptions | null>(null)
  const [remembered] = useState(() => storedWishes.read())
  const making = model?.pictures ?? null
  const options = useMemo(
    () => making && wishesFor(making, picked ?? lastAsked ?? remembered),
    [making, picked, lastAsked, remembered],
  )
  const choose = (chosen: PictureOptions) => {
    setPicked(chosen)
    storedWishes.write(chosen)
  }
  return { making, options, choose }
}

export type PictureChoice = ReturnType<typeof usePictureOptions>
