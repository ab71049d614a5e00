import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserInfo } from '../identity/use-session.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import type { ModelChoice } from '../models/use-model-choice.ts'
import { Composer } from './composer.tsx'
import { preloadTranscript } from './lazy-transcript.ts'
import { Greeting, Starters } from './new-chat-welcome.tsx'
import { QueuedQuestion } from './queued-question.tsx'
import { StyleSwitch } from './style-switch.tsx'
import type { Conversation, ConversationPlace } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'
import { useQueuedQuestion } from './use-queued-question.ts'

/** How others reach the composer. */
export type ComposerHandle = {
  /** Puts a text into the composer and goes there. */
  compose: (text: string) => void
}

type ComposerDockProps = {
  place: ConversationPlace & { isRoomKnown: boolean }
  conversation: Conversation
  choice: ModelChoice
  /** After a question was asked. */
  onAsked: () => void
  ref: Ref<ComposerHandle>
}

/**
 * The composer with its draft, the question that waits and, in an empty chat, the greeting. The draft lives here, so that
 * typing draws nothing of the conversation again.
 */
export function ComposerDock({ place, conversation, choice, onAsked, ref }: ComposerDockProps) {
  const { t } = useTranslation(['chat', 'errors'])
  const { chatId, isNew, accountId, roomId, isRoomKnown } = place
  const { last, answering, askQuestion, stop, isStopping } = conversation
  const [draft, setDraft] = useDraft(isNew ? `new.${accountId}` : chatId)
  const input = useRef<HTMLTextAreaElement>(null)
  const firstName = useUserInfo()?.firstName ?? ''
  const isEmpty = last === null
  const isBegun = draft !== ''
  useEffect(() => {
    if (isBegun) preloadTranscript()
  }, [isBegun])

  const compose = (text: string) => {
    setDraft(text)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({ compose }))
  const { modelId, style, rememberAsked } = choice
  const send = (text: string) => {
    rememberAsked()
    askQuestion(text, last?.turnId ?? null, { modelId, style })
    onAsked()
  }
  const { queued, setQueued } = useQueuedQuestion({
    chatId,
    last,
    isAnswering: answering !== null,
    onSend: send,
    onReturn: (text) => setDraft(draft === '' ? text : `${text}\n\n${draft}`),
  })
  const sendOrQueue = (text: string) => {
    setDraft('')
    if (answering === null) send(text)
    else setQueued(queued === '' ? text : `${queued}\n\n${text}`)
  }
  const editQueued = () => {
    setQueued('')
    compose(queued)
  }
  const stopAnswer = () => {
    const comesBack = answering === null ? null : stop(answering.turnId)
    if (comesBack !== null) compose(comesBack.question.text)
  }
  const missingRoom = isNew && roomId === null ? t('errors:ROOM_REQUIRED') : null

  // The same element while somebody types: the picker is the costliest thing here to draw.
  const choices = useMemo(
    () => (
      <>
        <ModelPicker
          accountId={accountId}
          models={choice.models}
          hasFailed={choice.hasFailed}
          onRetry={choice.reload}
          selectedId={choice.modelId}
          onChoose={choice.chooseModel}
        />
        <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
      </>
    ),
    [accountId, choice],
  )

  return (
    <>
      {isEmpty && <Greeting firstName={firstName} />}
      {queued !== '' && <QueuedQuestion text={queued} onRemove={() => setQueued('')} onEdit={editQueued} />}
      <Composer
        text={draft}
        onChange={setDraft}
        onSend={sendOrQueue}
        placeholder={t(isEmpty ? 'composer.placeholder' : 'composer.placeholder.followUp')}
        stop={answering === null ? null : { onStop: stopAnswer, isStopping }}
        waiting={isRoomKnown ? missingRoom : t('composer.roomAwaited')}
        inputRef={input}
        choices={choices}
      />
      {isEmpty && <Starters onChoose={compose} />}
    </>
  )
}
