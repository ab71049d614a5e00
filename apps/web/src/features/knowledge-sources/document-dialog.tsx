import type { AccountId, BaseId, NewSource, RoomId } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askableBasesQuery } from '../../entities/files/knowledge-bases.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './knowledge-sources.module.css'
import { addSource } from './queries.ts'
import { SourceForm } from './source-form.tsx'

type DocumentDialogProps = {
  accountId: AccountId
  room: { id: RoomId; name: string }
  source: Extract<NewSource, { kind: 'canvas' | 'chat' }>
  title: string
  /** Whether its room can read it. */
  isShared: boolean
  onClose: () => void
}

/** Adds a canvas or chat to a knowledge base of its room (KB-10), and says who reads it there. */
export function DocumentDialog({ accountId, room, source, title, isShared, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('knowledgeSources')
  const list = useQuery(askableBasesQuery(accountId))
  const [chosen, setChosen] = useState<BaseId | null>(null)
  const bases = list.data?.bases.filter((base) => base.room?.id === room.id && base.mayEdit) ?? []
  const base = bases.find(({ id }) => id === chosen) ?? (bases.length === 1 ? bases[0] : undefined)
  const problem = !isShared
    ? t(`document.share.${source.kind}`, { room: room.name })
    : base
      ? ''
      : t('document.needsBase')
  const add = async () => {
    if (!base) return
    await addSource({ accountId, baseId: base.id }, source)
    void showToast(t('document.added', { name: title, base: base.rag_name }), 'good')
  }
  return (
    <SourceForm
      title={t('document.add', { name: title })}
      submit={t('add')}
      failed={t(`document.failed.${source.kind}`)}
      problem={problem}
      onSubmit={add}
      onClose={onClose}
    >
      {(isTried) => (
        <Loaded
          query={list}
          compact
          skeleton={<SkeletonRows count={3} label={t('list.loading')} />}
          failed={t('document.basesFailed')}
        >
          {() => (
            <>
              <p className={styles.about}>{t(`document.about.${source.kind}`, { room: room.name })}</p>
              {bases.length === 0 ? (
                <p className={styles.about}>{t('document.noBases', { room: room.name })}</p>
              ) : (
                <Radio.Group
                  label={t('document.base')}
                  value={base?.id ?? null}
                  error={isTried && problem}
                  onChange={(value) => setChosen(bases.find(({ id }) => id === value)?.id ?? null)}
                >
                  <Stack gap="xs" mt="xs">
                    {bases.map(({ id, rag_name: name }) => (
                      <Radio key={id} value={id} label={<bdi>{name}</bdi>} />
                    ))}
                  </Stack>
                </Radio.Group>
              )}
            </>
          )}
        </Loaded>
      )}
    </SourceForm>
  )
}
