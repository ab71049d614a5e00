import type * as Engine from '../math-engine.ts'

/** Why a formula can't be typeset: it is too long or too deeply nested, or can't be read from a text in it on. */
export type MathProblem = { kind: 'tooLarge' } | { kind: 'invalid'; near: string }

type MathEngine = typeof Engine

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
  /** Called with null once it is typeset, or with the problem; not called when KaTeX couldn't be loaded. */
  onDone: (problem: MathProblem | null) => void
}

/** Typesets a formula into an element, which stays as it is when the formula is invalid. Returns a function that cancels. */
export function drawMath(place: HTMLElement, { formula, isDisplay, onDone }: Drawing): () => void {
  let isCancelled = false
  const draw = ({ drawFormula }: MathEngine) => {
    if (isCancelled) return
    let problem: MathProblem = { kind: 'tooLarge' }
    const onError = (error: unknown) => {
      problem = { kind: 'invalid', near: nearError(error, formula) }
    }
    const isDrawn = drawFormula(place, formula, isDisplay, { onError })
    onDone(isDrawn ? null : problem)
  }
  void loadMathEngine().then(
    (loaded) => whenThereIsTime(() => draw(loaded)),
    // Its source is shown, as before.
    () => undefined,
  )
  return () => {
    isCancelled = true
  }
}

/** The beginning of what can't be read in a formula; its end when something is missing there. */
function nearError(error: unknown, formula: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) || 0 : 0
  const rest = formula.slice(position).trim()
  return (rest === '' ? [...formula.trim()].slice(-12) : [...rest].slice(0, 12)).join('')
}

/** Time per frame, in milliseconds; a single formula may overrun it. */
const maxFrameMs = 6
const waiting: (() => void)[] = []

/** Formulas of a long text are typeset over several frames. */
function whenThereIsTime(work: () => void): void {
  if (waiting.push(work) === 1) requestAnimationFrame(workInFrame)
}

function workInFrame(): void {
  const end = performance.now() + maxFrameMs
  while (performance.now() < end) {
    const next = waiting.shift()
    if (!next) return
    next()
  }
  if (waiting.length > 0) requestAnimationFrame(workInFrame)
}
