import type { Attachment, Modifiers } from '@atrium/contract'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../attachments/attach-button.tsx'
import { PictureTiles } from '../attachments/picture-tiles.tsx'
import { UnseeingNote, unseeingModel } from '../attachments/unseeing-model.tsx'
import { useChosenPictures } from '../attachments/use-chosen-pictures.ts'
import { WindowDrop } from '../attachments/window-drop.tsx'
import { ModelPicker } from '../models/model-picker.tsx'
import type { ModelChoice } from '../models/use-model-choice.ts'
import { PictureControls } from '../pictures/picture-controls.tsx'
import type { PictureChoice } from '../pictures/use-picture-options.ts'
import { Composer } from './composer.tsx'
import { CustomiseButton } from './customise-button.tsx'
import { useFirstName } from './greeted.ts'
import { ImproveButton } from './improve-button.tsx'
import { preloadTranscript } from './lazy-transcript.ts'
import { Greeting, Starters } from './new-chat-welcome.tsx'
import { QueuedList } from './queued-list.tsx'
import { StyleSwitch } from './style-switch.tsx'
import type { Conversation, ConversationPlace } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'
import { QuestionEstimate } from './question-estimate.tsx'
import type { QueuedQuestion } from './queued-questions.ts'
import { useQueuedQuestions } from './use-queued-questions.ts'

/** How others reach the composer. */
export type ComposerHandle = {
  /** Puts a text into the composer and goes there. */
  compose: (text: string, attachments?: readonly Attachment[]) => void
  /** Lets a picture of an answer come with the question. */
  attach: (attachment: Attachment, bytes: Blob) => void
}

type ComposerDockProps = {
  place: ConversationPlace & { isRoomKnown: boolean }
  conversation: Conversation
  choice: ModelChoice
  pictureChoice: PictureChoice
  modifiers: Modifiers
  onCustomise: (modifiers: Modifiers) => void
  /** After a question was asked. */
  onAsked: () => void
  ref: Ref<ComposerHandle>
}

/**
 * The composer with its draft, the question that waits and, in an empty chat, the greeting. The draft lives here, so that
 * typing draws nothing of the conversation again.
 */
export function ComposerDock({
  place,
  conversation,
  choice,
  pictureChoice,
  modifiers,
  onCustomise,
  onAsked,
  ref,
}: ComposerDockProps) {
  const { t } = useTranslation(['chat', 'errors'])
  const { chatId, isNew, accountId, roomId, isRoomKnown } = place
  const { last, answering, askQuestion, stop, isStopping } = conversation
  const [draft, setDraft] = useDraft(isNew ? `new.${accountId}` : chatId)
  const input = useRef<HTMLTextAreaElement>(null)
  const firstName = useFirstName()
  const isEmpty = last === null
  const isBegun = draft !== ''
  useEffect(() => {
    if (isBegun) preloadTranscript()
  }, [isBegun])

  const pictures = useChosenPictures()
  const compose = (text: string) => {
    setDraft(text)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    compose: (text, attachments = []) => {
      compose(text)
      pictures.chosen.restore(attachments)
    },
    attach: (attachment, bytes) => {
      pictures.attach(attachment, bytes)
      input.current?.focus()
    },
  }))
  const { modelId, style, rememberAsked } = choice
  const { making, options } = pictureChoice
  const how = { modelId, style, modifiers, pictureOptions: options ?? undefined }
  const unseeing = pictures.list.length === 0 ? null : unseeingModel(choice.models, modelId)
  const send = (text: string, attachments: readonly Attachment[]) => {
    rememberAsked()
    askQuestion(text, last?.turnId ?? null, how, attachments)
    onAsked()
  }
  const takeBack = (questions: readonly QueuedQuestion[]) => {
    setDraft([...questions.map(({ text }) => text), draft].filter((text) => text !== '').join('\n\n'))
    pictures.chosen.restore(questions.flatMap(({ attachments }) => attachments))
  }
  const waitingQuestions = useQueuedQuestions({
    chatId,
    last,
    isAnswering: answering !== null,
    onSend: send,
    onReturn: takeBack,
  })
  const { queue } = waitingQuestions
  const sendOrQueue = (text: string) => {
    setDraft('')
    const attachments = pictures.chosen.take()
    if (answering === null) send(text, attachments)
    else waitingQuestions.add(text, attachments)
  }
  const editQueued = (question: QueuedQuestion) => {
    waitingQuestions.remove(question.id)
    takeBack([question])
    input.current?.focus()
  }
  const sendNow = (id: string) => {
    waitingQuestions.putFirst(id)
    stopAnswer()
  }
  const stopAnswer = () => {
    const comesBack = answering === null ? null : stop(answering.turnId)
    if (comesBack === null) return
    compose(comesBack.question.text)
    pictures.chosen.restore(comesBack.question.attachments)
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
        {making && options ? (
          <PictureControls making={making} options={options} onChoose={pictureChoice.choose} />
        ) : (
          <>
            <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
            <CustomiseButton modifiers={modifiers} onCustomise={onCustomise} />
          </>
        )}
      </>
    ),
    [accountId, choice, making, options, pictureChoice, modifiers, onCustomise],
  )

  return (
    <>
      {isEmpty && <Greeting firstName={firstName} />}
      {queue.length > 0 && (
        <QueuedList
          queue={queue}
          onEdit={editQueued}
          onRemove={waitingQuestions.remove}
          onSendNow={sendNow}
        />
      )}
      {unseeing !== null && choice.models !== null && (
        <UnseeingNote model={unseeing} models={choice.models} onSwitch={choice.chooseModel} />
      )}
      <WindowDrop onFiles={pictures.add} />
      <Composer
        text={draft}
        onChange={setDraft}
        onSend={sendOrQueue}
        placeholder={t(isEmpty ? 'composer.placeholder' : 'composer.placeholder.followUp')}
        stop={answering === null ? null : { onStop: stopAnswer, isStopping }}
        waiting={isRoomKnown ? (missingRoom ?? pictures.waiting) : t('composer.roomAwaited')}
        isBlocked={unseeing !== null}
        tiles={<PictureTiles chosen={pictures.chosen} />}
        onPasteFiles={pictures.add}
        inputRef={input}
        choices={choices}
        tools={
          <>
            <QuestionEstimate
              place={{
                accountId,
                roomId: place.details?.roomId ?? roomId,
                chatId,
                parentTurnId: last?.turnId ?? null,
              }}
              text={draft}
              pictures={pictures.list.length}
              how={how}
            />
            <AttachButton onFiles={pictures.add} />
            <ImproveButton question={draft} how={{ modelId, modifiers }} onAccept={compose} />
          </>
        }
      />
      {isEmpty && <Starters onChoose={compose} />}
    </>
  )
}
