/**
 * Adds the app's stylesheets without delaying the first paint; `window.atriumStyles` resolves when each is loaded or has failed.
 * Written into the page as text: uses nothing from outside itself.
 */
export function addStylesheets(files: string[]): void {
  const adding = files.map(
    (file) =>
      new Promise<void>((resolve) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.crossOrigin = 'anonymous'
        link.href = file
        link.addEventListener('load', () => resolve())
        link.addEventListener('error', () => resolve())
        document.head.append(link)
      }),
  )
  Object.assign(window, { atriumStyles: Promise.all(adding) })
}
