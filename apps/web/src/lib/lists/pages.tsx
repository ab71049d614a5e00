import { pageCount } from '@atrium/ui/lists/page-count.ts'
import { Pager } from '@atrium/ui/lists/pager.tsx'
import type { Namespace, Phrases } from '@atrium/phrases'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { Translate } from '../translate.ts'

/** The namespaces that name the pages of their list. */
export type PagedNamespace = {
  [Each in Namespace]: 'pages.place' extends keyof Phrases[Each] ? Each : never
}[Namespace]

type PagesProps<Named extends PagedNamespace> = {
  t: Translate<Named>
  /** Name of the pager; that of `t` by default. */ label?: string
  /** From 1; may be beyond the last page. */ page: number
  /** Rows of the whole list. */ count: number
  pageSize: number
} & (
  | { onPage: (page: number) => void }
  | { renderLink: (page: number, props: ComponentPropsWithRef<'a'>) => ReactNode }
)

/** Previous and next page of a list; nothing for a single page. */
export function Pages<Named extends PagedNamespace>({
  t,
  label,
  page,
  count,
  pageSize,
  ...to
}: PagesProps<Named>) {
  // All of these namespaces have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'history'>
  const total = pageCount(count, pageSize)
  const words = {
    label: label ?? say('pages.label'),
    previous: say('pages.previous'),
    next: say('pages.next'),
    place: say('pages.place', { page, total }),
  }
  return <Pager page={page} total={total} words={words} {...to} />
}
