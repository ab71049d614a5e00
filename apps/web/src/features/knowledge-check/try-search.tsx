import { limits } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { FoundPassages } from './found-passages.tsx'
import styles from './knowledge-check.module.css'
import { triedSearchQuery } from './queries.ts'
import own from './try-search.module.css'

/** Searches the room's files with a question, without a model's answer. */
export function TrySearch({ place }: { place: RoomPlace }) {
  const { t } = useTranslation('knowledgeCheck')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const found = useQuery({ ...triedSearchQuery(place, asked ?? ''), enabled: asked !== null })
  const search = (event: FormEvent) => {
    event.preventDefault()
    const question = typed.trim()
    if (question === '') return
    // The same text again: files may have changed.
    if (question === asked) void found.refetch()
    else setAsked(question)
  }
  return (
    <section className={styles.section} aria-labelledby="check-try">
      <h2 id="check-try" className={styles.sectionTitle}>
        {t('try.title')}
      </h2>
      <p className={styles.quiet}>{t('try.text')}</p>
      <form className={own.form} role="search" aria-labelledby="check-try" onSubmit={search}>
        <TextInput
          type="search"
          aria-label={t('try.field')}
          placeholder={t('try.field')}
          dir="auto"
          maxLength={limits.triedSearchCharacters}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={typed.trim() === ''} loading={found.isFetching}>
          {t('try.search')}
        </Button>
      </form>
      {found.data ? (
        <FoundPassages roomId={place.roomId} search={found.data} />
      ) : asked === null ? null : found.isError ? (
        <LoadFailure compact title={t('try.failed')} query={found} />
      ) : (
        <SkeletonRows count={4} label={t('try.searching')} />
      )}
    </section>
  )
}
