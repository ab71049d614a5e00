import { readFile } from 'node:fs/promises'

/**
 * Calls `tooMuch` once when the resident memory of a process goes beyond a bound. Where the system does not tell of it (there is
 * no /proc), the bound of the heap is the only one. Returns what ends the watch.
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
