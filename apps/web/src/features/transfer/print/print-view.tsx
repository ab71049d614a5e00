import { Button, Loader, Skeleton } from '@mantine/core'
import { IconPrinter, IconX } from '@tabler/icons-react'
import {
  answerText,
  type AccountId,
  type ChatDetails,
  type ChatId,
  picturesIn,
  type PicturePart,
  type Turn,
} from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../lib/translate.ts'
import { AttachedPictures } from '../../attachments/index.ts'
import { useFileAddress, usePicture } from '../../../entities/files/use-picture-address.ts'
import { wholeChatQuery } from '../../../entities/chats/queries.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { pathOf } from '../../../entities/turns/turn-tree.ts'
import { useConversationWords, ConversationLabelsProvider, MarkdownView } from '../../conversation/index.ts'
import { fileWords } from '../file-words.ts'
import { useWholePage } from './use-whole-page.ts'
import { whenDrawn } from './when-drawn.ts'
import styles from './print.module.css'

type PrintViewProps = { accountId: AccountId; chatId: ChatId; onClose: () => void }

/**
 * The print view of a chat: the last opened branch, complete, without the frame. Opens the browser's print dialog once everything is
 * rendered; there it can be saved as a PDF.
 */
export function PrintView({ accountId, chatId, onClose }: PrintViewProps) {
  const { t } = useTranslation(['transfer', 'common'])
  const chat = useQuery(wholeChatQuery(accountId, chatId))
  const [isDrawn, setIsDrawn] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const hasFailed = chat.isError && chat.data === undefined
  const error = chat.error
  useWholePage(view, onClose)
  useEffect(() => {
    if (!hasFailed) return
    showFailure(error)
    onClose()
  }, [hasFailed, error, onClose])

  const { data } = chat
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded || sheet.current === null) return
    const leaving = new AbortController()
    void whenDrawn(sheet.current, leaving.signal).then((drawn) => {
      if (!drawn) return
      setIsDrawn(true)
      window.print()
    })
    return () => leaving.abort()
  }, [isLoaded])

  return createPortal(
    <div
      ref={view}
      className={styles.view}
      data-print-view
      role="dialog"
      aria-modal="true"
      aria-label={t('print.title', { title: data?.chatTitle ?? '' })}
      tabIndex={-1}
    >
      <div className={styles.bar}>
        <p className={styles.hint} role="status">
          {isDrawn ? t('print.hint') : t('print.preparing')}
        </p>
        <Button
          leftSection={isDrawn ? <IconPrinter size={17} stroke={1.7} /> : <Loader size={15} />}
          disabled={!isDrawn}
          onClick={() => window.print()}
        >
          {t('export.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={17} stroke={1.7} />}
          aria-label={t('print.close')}
          onClick={onClose}
        >
          {t('common:action.close')}
        </Button>
      </div>
      <div ref={sheet} className={styles.sheet} data-ready={isDrawn || undefined}>
        {data !== undefined && <PrintedChat chat={data} />}
      </div>
    </div>,
    document.body,
  )
}

function PrintedChat({ chat }: { chat: ChatDetails }) {
  const { t } = useTranslation('transfer')
  const labels = useConversationWords()
  const [printedAt] = useState(() => new Date().toISOString())
  const words = fileWords()
  const steps = pathOf(chat.turns, chat.currentTurnId)
  return (
    <ConversationLabelsProvider value={labels}>
      <h1 dir="auto">{chat.chatTitle}</h1>
      <p className={styles.quiet}>{t('print.exported', { date: words.when(printedAt) })}</p>
      {steps.map(({ turn }) => (
        <PrintedTurn key={turn.turnId} turn={turn} chatId={chat.chatId} />
      ))}
    </ConversationLabelsProvider>
  )
}

function PrintedTurn({ turn, chatId }: { turn: Turn; chatId: ChatId }) {
  const words = fileWords()
  const { question, parts, modelName, state, endedAt } = turn
  const text = answerText(parts)
  return (
    <article className={styles.turn}>
      <h2>
        {words.asked} <small>{words.when(question.askedAt)}</small>
      </h2>
      <div className={styles.question}>
        <AttachedPictures attachments={question.attachments} />
        <p dir="auto">{question.text}</p>
      </div>
      <h2>
        {words.answeredBy(modelName)} {endedAt !== null && <small>{words.when(endedAt)}</small>}
      </h2>
      {text !== '' && <MarkdownView text={text} dir="auto" headingsBelow={2} whole />}
      {picturesIn(parts).map((picture) => (
        <PrintedPicture key={picture.fileId} part={picture} chatId={chatId} />
      ))}
      {state !== 'answered' && <p className={styles.quiet}>{words.unfinished}</p>}
    </article>
  )
}

function PrintedPicture({ part, chatId }: { part: PicturePart; chatId: ChatId }) {
  const { picture, hasFailed } = usePicture(part.fileId, chatId)
  const address = useFileAddress(picture)
  if (hasFailed) return <p className={styles.quiet}>{fileWords().picture(part.name)}</p>
  if (address === null) return <Skeleton width={part.width / 4} height={part.height / 4} />
  return <img className={styles.picture} src={address} alt={part.name} />
}
