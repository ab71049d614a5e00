/**
 * Coalesces calls to one per frame, at most every `minMs`. A hidden tab has no frames: uses a timer there, so that screen readers
 * and the title don't wait.
 */
export function createFramePacer(work: () => void, minMs = 33): () => void {
  let asked = false
  let lastMs = 0
  const run = () => {
    const nowMs = performance.now()
    if (nowMs - lastMs < minMs) return nextFrame(run)
    lastMs = nowMs
    asked = false
    work()
  }
  return () => {
    if (asked) return
    asked = true
    nextFrame(run)
  }
}

const hasFrames = () => typeof requestAnimationFrame === 'function' && !document.hidden

function nextFrame(run: () => void) {
  if (!hasFrames()) {
    setTimeout(run, 50)
    return
  }
  let ran = false
  const once = () => {
    if (ran) return
    ran = true
    clearTimeout(timer)
    run()
  }
  // The tab may be hidden before the next frame.
  const timer = setTimeout(once, 250)
  requestAnimationFrame(once)
}
