import { type AccountId, type Canvas, type CanvasBase, includesAccess } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { changeCanvasKnowledge, canvasKnowledgeQuery } from '../../../entities/canvases/canvas-knowledge.ts'
import { askableBasesQuery } from '../../../entities/files/knowledge-bases.ts'
import chips from '../../../lib/lists/chips.module.css'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { RemovableChip } from '../../../lib/lists/removable-chip.tsx'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './knowledge.module.css'

const BaseChoice = lazy(() =>
  import('../../knowledge-bases/asking/base-choice.tsx').then((module) => ({ default: module.BaseChoice })),
)

type KnowledgeDialogProps = { accountId: AccountId; canvas: Canvas; onClose: () => void }

/** The knowledge bases of a canvas (CANV-05), which those who may edit it add and remove. */
export function KnowledgeDialog({ accountId, canvas, onClose }: KnowledgeDialogProps) {
  const { t } = useTranslation(['canvasWork', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('knowledge.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <p className={styles.about}>{t('knowledge.about')}</p>
      <Bases accountId={accountId} canvas={canvas} />
    </Dialog>
  )
}

function Bases({ accountId, canvas: { canvasId, access } }: Omit<KnowledgeDialogProps, 'onClose'>) {
  const { t } = useTranslation('canvasWork')
  const ofCanvas = useQuery(canvasKnowledgeQuery(accountId, canvasId))
  const mayEdit = includesAccess(access, 'edit')
  const askable = useQuery({ ...askableBasesQuery(accountId), enabled: mayEdit })
  const change = (base: CanvasBase, isAdded: boolean) =>
    changeCanvasKnowledge(accountId, canvasId, base, isAdded).catch(showFailure)
  const choice = useRef<HTMLDivElement>(null)
  const remove = (base: CanvasBase) => {
    void change(base, false)
    // The focused button goes with its base.
    choice.current?.querySelector('input')?.focus()
  }
  const loading = <SkeletonRows count={3} label={t('knowledge.loading')} />
  return (
    <Loaded query={ofCanvas} compact skeleton={loading} failed={t('knowledge.failed')}>
      {(bases) => (
        <>
          {bases.length === 0 ? (
            <p className={styles.note}>{t('knowledge.none')}</p>
          ) : (
            <ul className={chips.chips} aria-label={t('knowledge.chosen')}>
              {bases.map((base) =>
                mayEdit ? (
                  <RemovableChip
                    key={base.id}
                    icon={IconBooks}
                    name={base.name}
                    removeLabel={t('knowledge.remove', { name: base.name })}
                    onRemove={() => remove(base)}
                  />
                ) : (
                  <li key={base.id} className={`${chips.chip} ${styles.fixed}`}>
                    <IconBooks size={15} stroke={1.7} aria-hidden="true" />
                    <bdi className={chips.name}>{base.name}</bdi>
                  </li>
                ),
              )}
            </ul>
          )}
          {mayEdit && (
            <Loaded query={askable} compact skeleton={loading} failed={t('knowledge.failed')}>
              {({ count }) =>
                count === 0 ? (
                  <p className={styles.note}>{t('knowledge.nothing')}</p>
                ) : (
                  <div ref={choice} className={styles.choice}>
                    <Suspense fallback={loading}>
                      <BaseChoice
                        accountId={accountId}
                        label={t('knowledge.choose')}
                        chosen={bases}
                        onChoose={({ id, rag_name: name }, isChosen) => void change({ id, name }, isChosen)}
                      />
                    </Suspense>
                  </div>
                )
              }
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  )
}
