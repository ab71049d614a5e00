import katex, { type KatexOptions } from 'katex'
import 'katex/dist/katex.min.css'

const options: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 20,
  output: 'htmlAndMathml',
}

/** Draws a formula into an element, node by node (no HTML text). False, and the element as it was, when it cannot be read. */
export function drawFormula(place: HTMLElement, formula: string, display: boolean): boolean {
  const drawing = document.createElement('span')
  try {
    katex.render(formula, drawing, { ...options, displayMode: display })
  } catch {
    return false
  }
  place.replaceChildren(...drawing.childNodes)
  return true
}

/** The beginning of what can't be read in an invalid formula. */
export function problemIn(formula: string, display: boolean): string {
  try {
    katex.renderToString(formula, { ...options, displayMode: display })
    return ''
  } catch (error) {
    const position = error instanceof katex.ParseError ? error.position : 0
    return [...formula.slice(Number(position) || 0)].slice(0, 12).join('')
  }
}

/** A formula as MathML, which browsers typeset without a style sheet; null for an invalid one. */
export function mathMl(formula: string, display: boolean): Element | null {
  const drawing = document.createElement('span')
  try {
    katex.render(formula, drawing, { ...options, displayMode: display, output: 'mathml' })
  } catch {
    return null
  }
  return drawing.querySelector('math')
}

/** Renders an invisible formula: the first one costs twenty times the next, and should not delay a visible one. */
export function warmUp(): void {
  drawFormula(document.createElement('span'), '\\sum_{i=0}^n \\frac{\\sqrt{x_i^2}}{\\left(a\\right)}', true)
}
