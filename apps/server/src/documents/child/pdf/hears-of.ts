/** Whether the library has warned of something from now on, which it tells nowhere else. */
export function hearsOf(warning: RegExp): () => boolean {
  let isHeard = false
  console.warn = (message: unknown) => void (isHeard ||= warning.test(String(message)))
  return () => isHeard
}
