import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './shaping.module.css'
import type { useWrittenText } from './use-written-text.ts'
import { WrittenNote } from './written-note.tsx'

type WritingEndProps = {
  writing: ReturnType<typeof useWrittenText>
  words: { working: string; again: string }
  /** The buttons that use the text. */ children: ReactNode
}

/** Below a text that a model writes: its progress or outcome, and the button that stops it or writes it again. */
export function WritingEnd({ writing, words, children }: WritingEndProps) {
  const { t } = useTranslation('shaping')
  const { phase, end, problem, again, stop } = writing
  const isWriting = phase === 'writing'
  return (
    <>
      <div className={styles.status} aria-live="polite">
        {isWriting && <p className={styles.note}>{words.working}</p>}
        <WrittenNote end={end} problem={problem} />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="subtle" onClick={isWriting ? stop : again}>
          {isWriting ? t('result.stop') : words.again}
        </Button>
        {children}
      </Group>
    </>
  )
}
