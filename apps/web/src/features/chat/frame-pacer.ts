/**
 * Makes many calls into one a frame, and not more often than every `leastMs`. A hidden tab has no frames: there a timer
 * stands in, so that what is said to screen readers and in the title does not wait for the tab to be looked at.
 */
export function createFramePacer(work: () => void, leastMs = 33): () => void {
  let asked = false
  let lastMs = 0
  const run = () => {
    const nowMs = performance.now()
    if (nowMs - lastMs < leastMs) return nextFrame(run)
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
  // The tab may be hidden before the frame comes.
  const timer = setTimeout(once, 250)
  requestAnimationFrame(once)
}
