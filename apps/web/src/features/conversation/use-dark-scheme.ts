import { useSyncExternalStore } from 'react'

const isDark = () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

/** Whether the page is dark now; for drawings with fixed colors. */
export const useDarkScheme = (): boolean => useSyncExternalStore(subscribe, isDark)
