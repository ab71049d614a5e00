import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two drawings of a growing text: below this the eye sees no more and the battery pays. */
const paceMs = 40

/** `text`, while it streams at most every 40 ms, and less often where drawing it takes long. */
export function usePacedText(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(text)
  const drawing = useRef({ beganAt: 0, tookMs: 0 })
  const upToDate = !streaming || shown === text
  useEffect(() => {
    drawing.current.tookMs = performance.now() - drawing.current.beganAt
  }, [shown])
  useEffect(() => {
    if (upToDate) return
    let frame = requestAnimationFrame(function draw(now) {
      const { beganAt, tookMs } = drawing.current
      if (now - beganAt < Math.max(paceMs, 3 * tookMs)) {
        frame = requestAnimationFrame(draw)
        return
      }
      drawing.current.beganAt = performance.now()
      setShown(text)
    })
    return () => cancelAnimationFrame(frame)
  }, [text, upToDate])
  return upToDate || !text.startsWith(shown) ? text : shown
}
