import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two drawings of a growing text: below this the eye sees no more and the battery pays. */
const paceMs = 40
/** Milliseconds beyond which a drawing is not believed to have taken so long. */
const longestMs = 150
/** Characters that one drawing adds at most, so that what arrives in a lump does not stop the page. */
const mostAtOnce = 400

/** `text`; while it streams drawn at most every 40 ms, less often where drawing takes long, and in steps where it is far behind. */
export function usePacedText(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(text)
  // Before the first drawing of its own there is nothing to wait for.
  const drawing = useRef({ beganAt: -Infinity, tookMs: 0 })
  const upToDate = !streaming || shown === text
  useEffect(() => {
    const { beganAt } = drawing.current
    // A tab out of sight draws late; that says nothing about the next drawing.
    if (beganAt > -Infinity) drawing.current.tookMs = Math.min(longestMs, performance.now() - beganAt)
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

/** `shown` with at most `mostAtOnce` more characters of `text`, which begins with it; no character is cut in half. */
function nextStep(shown: string, text: string): string {
  if (!text.startsWith(shown) || text.length - shown.length <= mostAtOnce) return text
  const end = shown.length + mostAtOnce
  const isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
  return text.slice(0, isHalf ? end - 1 : end)
}
