import type { Namespace, Phrases } from '@atrium/phrases'
import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Translate } from '../translate.ts'

/** The namespaces with the texts of a search without results. */
type SearchedNamespace = {
  [Each in Namespace]: 'nobody.title' extends keyof Phrases[Each] ? Each : never
}[Namespace]

type NoMatchProps<Named extends SearchedNamespace> = {
  t: Translate<Named>
  search: string
  /** Shows the whole list. */ onAll: () => void
}

/** Shown for a search that nothing matches. */
export function NoMatch<Named extends SearchedNamespace>({ t, search, onAll }: NoMatchProps<Named>) {
  // All of these namespaces have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'members'>
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={say('nobody.title')}
      text={say('nobody.text', { search })}
      action={
        <Button variant="default" onClick={onAll}>
          {say('nobody.action')}
        </Button>
      }
    />
  )
}
