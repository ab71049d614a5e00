import { useEffect } from 'react'

const productName = 'Atrium'

/** Names the page in the browser's tab, its history and to screen readers, for as long as it shows. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${productName}`
    return () => {
      document.title = productName
    }
  }, [title])
}
