import { useEffect } from 'react'

const productName = 'Atrium'

/** Sets the page's title while it is shown: in the browser's tab, its history and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${productName}`
    return () => {
      document.title = productName
    }
  }, [title])
}
