import { use, useLayoutEffect, useRef, useState } from 'react'
import { OpenBlockContext } from '../conversation-context.ts'
import { createFrameTime } from '../frame-time.ts'
import { lazyModule } from '../lazy-module.ts'
import styles from '../prose.module.css'

const mathEngine = lazyModule(async () => {
  const engine = await import('../math-engine.ts')
  engine.warmUp()
  return engine
})

/** Time per frame for rendering formulas; more follow in later frames. */
const drawingTime = createFrameTime(6)

/** Math, rendered by KaTeX once loaded; until then, and when invalid, as source. */
export function MathFormula({ formula, display }: { formula: string; display: boolean }) {
  const open = use(OpenBlockContext)
  const engine = mathEngine.use()
  const place = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState(false)
  const shown = useRef('')
  useLayoutEffect(() => {
    if (!engine || shown.current === formula) return
    const draw = () => {
      if (!place.current) return
      const succeeded = engine.drawFormula(place.current, formula, display)
      // Half a formula: keeps the last rendering instead of flickering between text and formula.
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
