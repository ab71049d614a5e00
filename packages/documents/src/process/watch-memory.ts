import { readFile } from 'node:fs/promises'

/**
 * Calls `tooMuch` once when a process's resident memory exceeds a bound. Without /proc, only the heap limit applies. Returns the
 * function that stops watching.
 */
export function watchMemory(
  pid: number,
  { memoryBytes, memoryEveryMs }: { memoryBytes: number; memoryEveryMs: number },
  tooMuch: () => void,
): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    readFile(`/proc/${pid}/status`, 'utf8')
      .then((status) => {
        if (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024 > memoryBytes) tooMuch()
      })
      .catch(() => clearInterval(timer))
      .finally(() => (isLooking = false))
  }, memoryEveryMs)
  return () => clearInterval(timer)
}
