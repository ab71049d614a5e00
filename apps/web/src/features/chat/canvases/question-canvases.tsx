import type { AccountId, CanvasId, ChatId } from '@atrium/contract'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { canvasesOfChatQuery, canvasQuery } from '../../../entities/canvases/canvases.ts'
import chips from '../../../lib/lists/chips.module.css'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './canvases.module.css'

type QuestionCanvasesProps = {
  accountId: AccountId
  chatId: ChatId
  canvasIds: readonly CanvasId[]
  /** The reader asked: they have seen these canvases. */
  isMine: boolean
  /** The server has the question. */
  isStored: boolean
}

/** The canvases that a question is about; without their titles where the reader may not see them. */
export function QuestionCanvases({ accountId, chatId, canvasIds, isMine, isStored }: QuestionCanvasesProps) {
  const { t } = useTranslation('longChat')
  const ofChat = useQuery(canvasesOfChatQuery(accountId, chatId))
  const hasUnknown =
    ofChat.data !== undefined && canvasIds.some((id) => !ofChat.data.some(({ canvasId }) => canvasId === id))
  const { refetch } = ofChat
  useEffect(() => {
    // The list may be older than the question.
    if (isStored && hasUnknown) void refetch()
  }, [isStored, hasUnknown, refetch])
  return (
    <ul className={`${chips.chips} ${styles.asked}`} aria-label={t('canvases.ofQuestion')}>
      {canvasIds.map((id) => {
        const known = ofChat.data?.find(({ canvasId }) => canvasId === id)
        return (
          <li key={id} className={chips.chip}>
            <IconFileText size={15} stroke={1.7} aria-hidden="true" />
            {known ? (
              <CanvasLink canvasId={id} title={known.title} />
            ) : isMine ? (
              <OwnCanvas accountId={accountId} canvasId={id} />
            ) : (
              <span>{t('canvases.hidden')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function OwnCanvas({ accountId, canvasId }: { accountId: AccountId; canvasId: CanvasId }) {
  const { t } = useTranslation('longChat')
  const { data, isError } = useQuery(canvasQuery(accountId, canvasId))
  if (data) return <CanvasLink canvasId={canvasId} title={data.title} />
  return <span>{t(isError ? 'canvases.hidden' : 'canvases.loading')}</span>
}

const CanvasLink = ({ canvasId, title }: { canvasId: CanvasId; title: string }) => (
  <Link className={chips.name} to="/canvas/$canvasId" params={{ canvasId }} search={{ chat: true }}>
    <bdi>{title}</bdi>
  </Link>
)
