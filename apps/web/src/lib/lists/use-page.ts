import { pageCount } from '@atrium/ui/lists/page-count.ts'
import { useState } from 'react'

/** The page of a list inside a screen, from 1; it follows the list when its last page is removed. */
export function usePage(pageSize: number) {
  const [page, setPage] = useState(1)
  /** Call when the list has loaded, with the rows of the whole list. */
  const follow = (count: number) => {
    const last = pageCount(count, pageSize)
    if (page > last) setPage(last)
  }
  return { page, setPage, follow }
}
