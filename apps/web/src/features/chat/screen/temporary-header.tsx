import { Button } from '@mantine/core'
import { IconHourglassLow, IconList } from '@tabler/icons-react'
import type { AccountId, ChatDetails } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { openChatOutline } from '../../../entities/chats/chat-outline.ts'
import { leaveTemporary } from './leave-temporary.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import styles from './temporary.module.css'

type TemporaryHeaderProps = {
  details: ChatDetails
  accountId: AccountId
  /** It has several questions to go to. */
  hasOutline: boolean
}

/** Replaces the title: explains a temporary chat and ends it. It has no name, label or star. */
export function TemporaryHeader({ details, accountId, hasOutline }: TemporaryHeaderProps) {
  const { t } = useTranslation(['transfer', 'longChat'])
  const navigate = useNavigate()
  usePageTitle(t('temporary'))
  const erase = async () => {
    try {
      await leaveTemporary(accountId, details.chatId)
      await navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
      void showToast(t('temporary.left'), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <header className={styles.header}>
      <IconHourglassLow size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.words}>
        <h1>{t('temporary')}</h1>
        <p>{t('temporary.note')}</p>
      </div>
      {hasOutline && (
        <ToolButton label={t('longChat:outline.open')} icon={IconList} onClick={openChatOutline} />
      )}
      <Button size="compact-sm" variant="default" onClick={() => void erase()}>
        {t('temporary.leave')}
      </Button>
    </header>
  )
}
