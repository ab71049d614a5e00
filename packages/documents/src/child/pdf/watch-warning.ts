/** Returns whether the library has since logged a warning, its only signal of the condition. */
export function watchWarning(warning: RegExp): () => boolean {
  let hasWarned = false
  console.warn = (message: unknown) => void (hasWarned ||= warning.test(String(message)))
  return () => hasWarned
}
