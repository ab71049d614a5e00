import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two drawings of a growing text: below this the eye sees no more and the battery pays. */
const paceMs = 40
/** Characters of a long text that are added in one frame, so that no frame is long. */
const stepCharacters = 24_000

/** `text` at a pace that can be drawn: while it streams at most every 40 ms, and a long one in steps. */
export function usePacedText(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(() => nextText('', text))
  const drawnAt = useRef(0)
  const complete = shown === text
  useEffect(() => {
    if (complete) return
    let frame = requestAnimationFrame(function draw(now) {
      if (streaming && now - drawnAt.current < paceMs) {
        frame = requestAnimationFrame(draw)
        return
      }
      drawnAt.current = now
      setShown((before) => nextText(before, text))
    })
    return () => cancelAnimationFrame(frame)
  }, [text, streaming, complete, shown])
  return complete ? text : text.startsWith(shown) ? shown : nextText('', text)
}

function nextText(before: string, text: string): string {
  const from = text.startsWith(before) ? before.length : 0
  if (text.length - from <= stepCharacters) return text
  const end = from + stepCharacters
  const line = text.lastIndexOf('\n', end) + 1
  return text.slice(0, line > from ? line : end)
}
