import { type KatexOptions, render } from 'katex'
import 'katex/dist/katex.min.css'
import { isDrawable } from './math/drawable-formula.ts'

const options: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 20,
}

type Drawn = {
  /** MathML alone needs no style sheet. */
  output?: NonNullable<KatexOptions['output']>
  /** Receives what can't be read in an invalid formula. */
  onError?: (error: unknown) => void
}

/** Draws a formula into an element, node by node (no HTML text). False, and the element as it was, when it cannot be drawn. */
export function drawFormula(
  place: HTMLElement,
  formula: string,
  display: boolean,
  { output = 'htmlAndMathml', onError }: Drawn = {},
): boolean {
  if (!isDrawable(formula)) return false
  const drawing = document.createElement('span')
  try {
    render(formula, drawing, { ...options, output, displayMode: display })
  } catch (error) {
    onError?.(error)
    return false
  }
  place.replaceChildren(...drawing.childNodes)
  return true
}

/** Renders an invisible formula: the first one costs twenty times the next, and should not delay a visible one. */
export function warmUp(): void {
  drawFormula(document.createElement('span'), '\\sum_{i=0}^n \\frac{\\sqrt{x_i^2}}{\\left(a\\right)}', true)
}
