import type { Model, PictureOptions } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { createStoredPictureOptions, pictureOptionsFor } from './stored-picture-options.ts'

const storedWishes = createStoredPictureOptions()

/**
 * The picture options of the next question, and how to change them; null for other models. A chat keeps its last options, a new
 * one uses the person's last in this browser.
 */
export function usePictureOptions(model: Model | null, lastAsked: PictureOptions | null) {
  const [picked, setPicked] = useState<PictureOptions | null>(null)
  const [remembered] = useState(() => storedWishes.read())
  const making = model?.pictures ?? null
  const options = useMemo(
    () => making && pictureOptionsFor(making, picked ?? lastAsked ?? remembered),
    [making, picked, lastAsked, remembered],
  )
  const choose = (chosen: PictureOptions) => {
    setPicked(chosen)
    storedWishes.write(chosen)
  }
  return { making, options, choose }
}

export type PictureChoice = ReturnType<typeof usePictureOptions>
