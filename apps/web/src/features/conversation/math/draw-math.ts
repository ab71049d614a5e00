import { createFrameTime } from '../frame-time.ts'
import type * as Engine from '../math-engine.ts'
import { isDrawable } from './drawable-formula.ts'

/** Why a formula can't be typeset: it is too long or too deeply nested, or can't be read from a text in it on. */
export type MathProblem = { kind: 'tooLarge' } | { kind: 'invalid'; near: string }

type MathEngine = typeof Engine

/** Time per frame for typesetting; more formulas follow in later frames. */
const drawingTime = createFrameTime(6)

let engine: Promise<MathEngine> | undefined
/** Loads KaTeX. A failed load is tried again by the next formula. */
export const loadMathEngine = (): Promise<MathEngine> =>
  (engine ??= import('../math-engine.ts').catch((error: unknown) => {
    engine = undefined
    throw error
  }))

type Drawing = {
  formula: string
  isDisplay: boolean
  /** Called when it is typeset, with null, or can't be; not when the program for it couldn't be loaded. */
  onDone: (problem: MathProblem | null) => void
}

/** Typesets a formula into an element, which stays as it is when the formula is invalid. Returns a function that cancels. */
export function drawMath(place: HTMLElement, { formula, isDisplay, onDone }: Drawing): () => void {
  if (!isDrawable(formula)) {
    onDone({ kind: 'tooLarge' })
    return () => undefined
  }
  let isCancelled = false
  let cancelFrame = () => {}
  const draw = ({ drawFormula, problemIn }: MathEngine) => {
    const isDrawn = drawFormula(place, formula, isDisplay)
    onDone(isDrawn ? null : { kind: 'invalid', near: problemIn(formula, isDisplay) })
  }
  void loadMathEngine().then(
    (loaded) => {
      if (isCancelled) return
      if (drawingTime.hasTime()) drawingTime.spend(() => draw(loaded))
      else cancelFrame = drawingTime.whenThereIsTime(() => draw(loaded))
    },
    // Its source is shown, as before.
    () => undefined,
  )
  return () => {
    isCancelled = true
    cancelFrame()
  }
}
