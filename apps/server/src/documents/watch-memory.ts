import { readFile } from 'node:fs/promises'

const pageBytes = 4096

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
    readFile(`/proc/${pid}/statm`, 'utf8')
      .then((line) => {
        if (Number(line.split(' ')[1]) * pageBytes > memoryBytes) tooMuch()
      })
      .catch(() => clearInterval(timer))
      .finally(() => (isLooking = false))
  }, memoryEveryMs)
  return () => clearInterval(timer)
}
