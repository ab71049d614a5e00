import { ListCount } from '@atrium/ui/lists/screen.tsx'
import type { Namespace, Phrases } from '@atrium/phrases'
import type { ComponentProps, ReactNode } from 'react'
import type { Translate } from '../translate.ts'
import { Loaded } from './loaded.tsx'
import { type PagedNamespace, Pages } from './pages.tsx'

/** The namespaces that count the rows of their list. */
type CountedNamespace = {
  [Each in Namespace]: 'count_other' extends keyof Phrases[Each] ? Each : never
}[Namespace] &
  PagedNamespace

type PagedListProps<Named extends CountedNamespace, Page extends { page: number }, Data> = Omit<
  ComponentProps<typeof Loaded<Data>>,
  'children'
> & {
  t: Translate<Named>
  page: Page
  pageSize: number
  onPage: (page: Page) => void
  /** Shown instead of the list when the page has no rows; null when it has some. */
  empty: (data: Data) => ReactNode
  /** The rows of the page. */
  children: (data: Data) => ReactNode
}

/** A page of a counted list: the number of all rows, the rows of this page, and the way to the other pages. */
export function PagedList<
  Named extends CountedNamespace,
  Page extends { page: number },
  Data extends { count: number },
>({ t, page, pageSize, onPage, empty, children, ...loading }: PagedListProps<Named, Page, Data>) {
  // All of these namespaces have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'history'>
  return (
    <Loaded {...loading}>
      {(data) =>
        empty(data) || (
          <>
            <ListCount>{say('count', { count: data.count })}</ListCount>
            {children(data)}
            <Pages
              t={t}
              page={page.page}
              count={data.count}
              pageSize={pageSize}
              onPage={(number) => onPage({ ...page, page: number })}
            />
          </>
        )
      }
    </Loaded>
  )
}
