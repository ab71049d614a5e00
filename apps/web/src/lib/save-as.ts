/** Time for the browser to start reading the saved file. */
const keptMs = 60_000

/** Has the browser save a file of this name. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}
