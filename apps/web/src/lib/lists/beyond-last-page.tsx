import type { Namespace, Phrases } from '@atrium/phrases'
import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import type { Translate } from '../translate.ts'

/** The namespaces with the texts of a page without rows. */
type BoundedNamespace = {
  [Each in Namespace]: 'beyond.title' extends keyof Phrases[Each] ? Each : never
}[Namespace]

type BeyondLastPageProps<Named extends BoundedNamespace> = {
  t: Translate<Named>
  onFirstPage: () => void
}

/** Shown for a page number after the last page. */
export function BeyondLastPage<Named extends BoundedNamespace>({
  t,
  onFirstPage,
}: BeyondLastPageProps<Named>) {
  // All of these namespaces have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'audit'>
  return (
    <EmptyState
      title={say('beyond.title')}
      action={
        <Button variant="default" onClick={onFirstPage}>
          {say('beyond.action')}
        </Button>
      }
    />
  )
}
