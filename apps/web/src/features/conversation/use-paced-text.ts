import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two renderings of a growing text: faster ones are invisible and drain the battery. */
const paceMs = 40
/** Longer render times, in milliseconds, are treated as measurement errors. */
const maxMs = 150
/** Maximum characters added per rendering, so that a burst does not block the page. */
const maxParallel = 400

/**
 * `Returns `text`; during streaming at most every 40 ms, less often where rendering is slow, and in steps where it is far behind.
 */
export function usePacedText(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(text)
  // Before its first rendering there is nothing to wait for.
  const drawing = useRef({ beganAt: -Infinity, tookMs: 0 })
  const upToDate = !streaming || shown === text
  useEffect(() => {
    const { beganAt } = drawing.current
    // A hidden tab renders late; that says nothing about the next rendering.
    if (beganAt > -Infinity) drawing.current.tookMs = Math.min(maxMs, performance.now() - beganAt)
  }, [shown])
  useEffect(() => {
    if (upToDate) return
    let frame = requestAnimationFrame(function draw(now) {
      const { beganAt, tookMs } = drawing.current
      const next = nextStep(shown, text)
      const wait = next === text ? paceMs : 0
      if (now - beganAt < Math.max(wait, 3 * tookMs)) {
        frame = requestAnimationFrame(draw)
        return
      }
      drawing.current.beganAt = performance.now()
      setShown(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [text, shown, upToDate])
  return upToDate || !text.startsWith(shown) ? text : shown
}

/** `Extends `shown` by at most `maxParallel` characters of `text`, never within a character. */
function nextStep(shown: string, text: string): string {
  if (!text.startsWith(shown) || text.length - shown.length <= maxParallel) return text
  const end = shown.length + maxParallel
  const isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
  return text.slice(0, isHalf ? end - 1 : end)
}
