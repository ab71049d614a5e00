import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStickToBottom } from 'use-stick-to-bottom'
import { ConversationLabelsProvider } from '../conversation/index.ts'
import { useUserInfo } from '../identity/use-session.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { useModelChoice } from '../models/use-model-choice.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { ConversationActionsProvider } from './conversation-actions.tsx'
import { Greeting, Starters } from './new-chat-welcome.tsx'
import { QueuedQuestion } from './queued-question.tsx'
import { StyleSwitch } from './style-switch.tsx'
import { Turns } from './turns.tsx'
import { useConversation, type ConversationPlace } from './use-conversation.ts'
import { useConversationWords } from './use-conversation-words.ts'
import { useDraft } from './use-draft.ts'
import { useQueuedQuestion } from './use-queued-question.ts'
import styles from './chat.module.css'

/** A chat, new or old: its turns and the composer below them. */
export function Conversation(place: ConversationPlace & { isRoomKnown: boolean }) {
  const { t } = useTranslation(['chat', 'errors'])
  const { chatId, isNew, details, accountId } = place
  const conversation = useConversation(place)
  const { path, last, answering, askQuestion, stop } = conversation
  const choice = useModelChoice({ accountId, chatId, isNewChat: isNew, lastAsked: last && { modelId: last.requestedModelId, style: last.style } })
  const [draft, setDraft] = useDraft(isNew ? `new.${accountId}` : chatId)
  const [announced, announce] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({ initial: 'instant', resize: 'instant' })
  const firstName = useUserInfo()?.firstName ?? ''

  const compose = (text: string) => {
    setDraft(text)
    input.current?.focus()
  }
  const { modelId, style, rememberAsked } = choice
  const send = (text: string) => {
    rememberAsked()
    askQuestion(text, last?.turnId ?? null, { modelId, style })
    void scrollToBottom('instant')
  }
  const { queued, setQueued } = useQueuedQuestion({
    chatId, last, isAnswering: answering !== null, onSend: send,
    onReturn: (text) => setDraft(draft === '' ? text : `${text}\n\n${draft}`),
  })
  const sendOrQueue = (text: string) => {
    setDraft('')
    if (answering === null) send(text)
    else setQueued(queued === '' ? text : `${queued}\n\n${text}`)
  }
  const actions = { ...conversation, chatId, readOnly: details?.readOnly ?? false, how: { modelId, style }, announce, compose }
  const labels = useConversationWords()
  const stopAnswer = () => {
    const comesBack = answering === null ? null : stop(answering.turnId)
    if (comesBack !== null) compose(comesBack.question.text)
  }
  const waiting = place.isRoomKnown ? (isNew && place.roomId === null ? t('errors:ROOM_REQUIRED') : null) : t('composer.roomAwaited')

  return (
    <ConversationLabelsProvider value={labels}>
      <ConversationActionsProvider value={actions}>
        <div className={styles.screen} data-empty={path.length === 0 || undefined}>
          {path.length > 0 && (
            <div className={styles.scroll} ref={scrollRef} tabIndex={0} role="region" aria-label={t('conversation.label')}>
              <div className={styles.column} ref={contentRef}>
                {details !== null && <ChatHeader details={details} accountId={accountId} />}
                <Turns path={path} />
              </div>
            </div>
          )}
          <div className={styles.dock}>
            {path.length === 0 && <Greeting firstName={firstName} />}
            {!isAtBottom && path.length > 0 && (
              <Button className={styles.latest} size="compact-sm" radius="xl" variant="default" leftSection={<IconArrowDown size={15} />} onClick={() => void scrollToBottom('smooth')}>
                {t('latest')}
              </Button>
            )}
            {queued !== '' && <QueuedQuestion text={queued} onRemove={() => setQueued('')} onEdit={() => { setQueued(''); compose(queued) }} />}
            {details?.readOnly ? (
              <p className={styles.readOnly}>{t('readOnly')}</p>
            ) : (
              <Composer
                text={draft}
                onChange={setDraft}
                onSend={sendOrQueue}
                placeholder={t(path.length === 0 ? 'composer.placeholder' : 'composer.placeholder.followUp')}
                stop={answering === null ? null : { onStop: stopAnswer, isStopping: conversation.isStopping }}
                waiting={waiting}
                inputRef={input}
                choices={
                  <>
                    <ModelPicker accountId={accountId} models={choice.models} hasFailed={choice.hasFailed} selectedId={modelId} onChoose={choice.chooseModel} />
                    <StyleSwitch style={style} onChoose={choice.chooseStyle} />
                  </>
                }
              />
            )}
            {path.length === 0 && <Starters onChoose={compose} />}
          </div>
          <p className={styles.hidden} aria-live="polite">{announced}</p>
        </div>
      </ConversationActionsProvider>
    </ConversationLabelsProvider>
  )
}
