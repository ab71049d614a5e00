import v8 from 'node:v8'
import vm from 'node:vm'

type Collect = (options: { type: 'minor' }) => void

/** V8's own collector, behind a Node flag. */
const collect = (() => {
  v8.setFlagsFromString('--expose-gc')
  const found = vm.runInNewContext('gc') as Collect
  v8.setFlagsFromString('--no-expose-gc')
  return found
})()

/**
 * Counts relayed bytes, and collects garbage after every so many. V8 itself waits until its young generation is full, 64 MB and
 * more on a machine with much memory, and doesn't count external buffers. Takes 1 to 3 ms.
 */
export function createRelease(everyBytes: number): (bytes: number) => void {
  let sum = 0
  return (bytes) => {
    sum += bytes
    if (sum < everyBytes) return
    sum = 0
    collect({ type: 'minor' })
  }
}
