import type { AccountId, ChatDetails, TurnId } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Avatar } from '@atrium/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { chatChanges } from '../../entities/chats/queries.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './share-dialog.module.css'

type ReadOnlyNoteProps = {
  accountId: AccountId
  chat: ChatDetails
  /** The end of the branch to copy; null while its answer is running. */
  lastTurnId: TurnId | null
}

/** Replaces the composer of a chat shared for reading: who shared it, and what to do. */
export function ReadOnlyNote({ accountId, chat: { chatId, owner }, lastTurnId }: ReadOnlyNoteProps) {
  const { t } = useTranslation('shareDialog')
  const navigate = useNavigate()
  const [isCopying, setIsCopying] = useState(false)
  const copy = async (turnId: TurnId) => {
    setIsCopying(true)
    try {
      const made = await chatChanges(accountId).fork(chatId, turnId)
      await navigate({ to: '/chat/$chatId', params: { chatId: made.chatId } })
    } catch (error) {
      showFailure(error)
      setIsCopying(false)
    }
  }
  return (
    <div className={styles.note}>
      <span className={styles.noteWords}>
        <Avatar name={owner.name} imageUrl={owner.pictureUrl} size={24} decorative />
        {t('readOnly.title', { name: owner.name })}
      </span>
      <Button
        size="sm"
        loading={isCopying}
        disabled={lastTurnId === null}
        onClick={() => lastTurnId !== null && void copy(lastTurnId)}
      >
        {t('readOnly.copy')}
      </Button>
      <Button
        size="sm"
        variant="default"
        renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}
      >
        {t('readOnly.new')}
      </Button>
    </div>
  )
}
