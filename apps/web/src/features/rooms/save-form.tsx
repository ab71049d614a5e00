import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-screen.module.css'
import { useRoomUpdate } from './use-room-update.ts'

type SaveFormProps = {
  /** There are unsaved changes, and they are valid. */
  isReady: boolean
  send: () => Promise<void>
  /** The success message. */
  done: string
  children: ReactNode
}

/** A section of the room's page that is saved separately. */
export function SaveForm({ isReady, send, done, children }: SaveFormProps) {
  const { t } = useTranslation('rooms')
  const { save, isSaving, problem } = useRoomUpdate()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void save(send, done)
      }}
    >
      {children}
      <div className={styles.foot}>
        {problem && <p className={styles.problem}>{problem}</p>}
        <Button type="submit" loading={isSaving} disabled={!isReady}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
