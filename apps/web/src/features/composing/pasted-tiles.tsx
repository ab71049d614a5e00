import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconClipboardText, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { linesOf, type PastedText } from '../../entities/turns/pasted-text.ts'
import styles from './composing.module.css'

const PastedDialog = lazy(() =>
  import('./pasted-dialog.tsx').then((module) => ({ default: module.PastedDialog })),
)

type PastedTilesProps = {
  pasted: readonly PastedText[]
  onChange: (pasted: readonly PastedText[]) => void
  /** Moves a pasted text into the question. */
  onUnfold: (one: PastedText) => void
}

/** Long pasted texts, above the question: each opens to read and edit. */
export function PastedTiles({ pasted, onChange, onUnfold }: PastedTilesProps) {
  const { t } = useTranslation('composing')
  const [openId, setOpenId] = useState<string | null>(null)
  const open = pasted.find(({ id }) => id === openId)
  const without = (id: string) => pasted.filter((one) => one.id !== id)
  if (pasted.length === 0) return null
  return (
    <>
      <ul className={styles.tiles} aria-label={t('pasted.list')}>
        {pasted.map(({ id, text }) => (
          <li key={id} className={styles.tile}>
            <UnstyledButton className={styles.open} aria-haspopup="dialog" onClick={() => setOpenId(id)}>
              <IconClipboardText size={20} stroke={1.5} aria-hidden="true" />
              <span className={styles.about}>
                <span className={styles.size}>{t('pasted.size', { count: linesOf(text) })}</span>
                <span className={styles.begins} dir="auto">
                  {text.trimStart().slice(0, 120)}
                </span>
              </span>
            </UnstyledButton>
            <ActionIcon
              data-hint={t('pasted.remove')}
              type="button"
              size={28}
              radius="xl"
              variant="subtle"
              color="gray"
              aria-label={t('pasted.remove')}
              onClick={() => onChange(without(id))}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <PastedDialog
            key={open.id}
            text={open.text}
            onKeep={(text) =>
              onChange(
                text.trim() === ''
                  ? without(open.id)
                  : pasted.map((one) => (one.id === open.id ? { ...one, text } : one)),
              )
            }
            onUnfold={(text) => onUnfold({ ...open, text })}
            onRemove={() => onChange(without(open.id))}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </>
  )
}
