import type { AccountId, Canvas, CanvasBlock } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canvasVersionChanges, canvasVersionsQuery } from '../../../entities/canvases/canvas-versions.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { NameVersion } from './name-version.tsx'
import { VersionActions } from './version-actions.tsx'
import { VersionPreview } from './version-preview.tsx'
import { VersionRow } from './version-row.tsx'
import styles from './versions.module.css'

type VersionsDialogProps = {
  accountId: AccountId
  canvas: Canvas
  presentBlocks: () => CanvasBlock[]
  onClose: () => void
}

/** The versions of a canvas (CANV-04): who changed it when, what each contains, and its restore. */
export function VersionsDialog({ accountId, canvas, presentBlocks, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['canvases', 'common'])
  const versions = useQuery(canvasVersionsQuery(accountId, canvas.canvasId))
  const [chosen, setChosen] = useState<number | null>(null)
  const save = async (name: string) => {
    const { number } = await canvasVersionChanges(accountId, canvas.canvasId).save(name)
    setChosen(number)
    void showToast(t('versions.saved', { name }), 'good')
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="xl"
      title={<bdi>{t('versions.of', { title: canvas.title })}</bdi>}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={styles.save}>
        <NameVersion label={t('versions.save.label')} submit={t('versions.save')} onSave={save} />
        <p className={styles.quiet}>{t('versions.policy')}</p>
      </div>
      <Loaded
        query={versions}
        skeleton={<SkeletonRows count={4} label={t('versions.loading')} />}
        failed={t('versions.failed')}
      >
        {(list) => {
          const index = Math.max(
            0,
            list.findIndex(({ number }) => number === chosen),
          )
          const version = list[index]
          if (!version) return <p className={styles.quiet}>{t('versions.none')}</p>
          return (
            <div className={styles.columns}>
              <ol className={styles.list} aria-label={t('versions.label')}>
                {list.map((one) => (
                  <VersionRow
                    key={one.number}
                    version={one}
                    isChosen={one === version}
                    onChoose={() => setChosen(one.number)}
                  />
                ))}
              </ol>
              <section className={styles.chosen} key={version.number}>
                <VersionActions
                  accountId={accountId}
                  canvas={canvas}
                  version={version}
                  onRestored={onClose}
                />
                <VersionPreview
                  accountId={accountId}
                  canvas={canvas}
                  version={version}
                  previous={list[index + 1]}
                  presentBlocks={presentBlocks}
                />
              </section>
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
