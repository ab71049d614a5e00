/** Time per frame for one kind of work, shared by all of its users on the page. */
export type FrameTime = {
  /** Runs the work now and counts its time; passes the milliseconds left of this frame's share, at least 0. */
  spend: <Result>(work: (leftMs: number) => Result) => Result
  hasTime: () => boolean
  /**
   * Calls back in a frame with time, last request first: the end of a chat is read before its beginning. Returns a function that
   * cancels.
   */
  whenThereIsTime: (work: () => void) => () => void
}

/** `shareMs`: milliseconds of each frame. A single piece of work may overrun its share; the next waits for a frame. */
export function createFrameTime(shareMs: number): FrameTime {
  let spentMs = 0
  let frame = 0
  const waiting: (() => void)[] = []

  const nextFrame = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      spentMs = 0
      while (waiting.length > 0 && hasTime()) spend(() => waiting.pop()?.())
      if (waiting.length > 0) nextFrame()
    })
  }
  const hasTime = () => spentMs < shareMs
  // Work inside other work counts once.
  let depth = 0
  function spend<Result>(work: (leftMs: number) => Result): Result {
    nextFrame()
    const began = performance.now()
    depth++
    try {
      return work(Math.max(0, shareMs - spentMs))
    } finally {
      depth--
      if (depth === 0) spentMs += performance.now() - began
    }
  }
  return {
    spend,
    hasTime,
    whenThereIsTime(work) {
      waiting.push(work)
      nextFrame()
      return () => {
        const at = waiting.indexOf(work)
        if (at !== -1) waiting.splice(at, 1)
      }
    },
  }
}
