import { use, useLayoutEffect, useRef, useState } from 'react'
import { OpenBlockContext } from './conversation-context.ts'
import { createFrameTime } from './frame-time.ts'
import { lazyModule } from './lazy-module.ts'
import styles from './prose.module.css'

const mathEngine = lazyModule(async () => {
  const engine = await import('./math-engine.ts')
  engine.warmUp()
  return engine
})

/** A formula longer than this (characters) is shown as written. */
const longestFormula = 5000

/** What drawing formulas may take of a frame; more of them follow in the next ones. */
const drawingTime = createFrameTime(6)

/** Mathematics, drawn by KaTeX once it has come; until then, and where it cannot be read, as it was written. */
export function MathFormula({ formula, display }: { formula: string; display: boolean }) {
  const open = use(OpenBlockContext)
  const engine = mathEngine.use(formula.length <= longestFormula)
  const place = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState(false)
  const shown = useRef('')
  useLayoutEffect(() => {
    if (!engine || shown.current === formula) return
    const draw = () => {
      if (!place.current) return
      const succeeded = engine.drawFormula(place.current, formula, display)
      // Half a formula: keep what was drawn last rather than flicker between text and drawing.
      if (succeeded) shown.current = formula
      else if (!open) shown.current = ''
      setDrawn((before) => succeeded || (before && open))
    }
    if (!drawingTime.hasTime()) return drawingTime.whenThereIsTime(draw)
    drawingTime.spend(draw)
  }, [engine, formula, display, open])
  return (
    <span
      className={display ? styles.mathDisplay : styles.math}
      dir="ltr"
      tabIndex={display ? 0 : undefined}
      role={display ? 'math' : undefined}
      aria-label={display ? formula : undefined}
    >
      <span ref={place} hidden={!drawn} />
      {!drawn && <span className={styles.formulaSource}>{formula}</span>}
    </span>
  )
}
