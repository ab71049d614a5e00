import type { Attachment, Mention, Modifiers } from '@atrium/contract'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../attachments/attach-button.tsx'
import { PictureTiles } from '../attachments/picture-tiles.tsx'
import { UnseeingNote, unseeingModel } from '../attachments/unseeing-model.tsx'
import { useAccount } from '../accounts/use-account.ts'
import { useChosenPictures } from '../attachments/use-chosen-pictures.ts'
import { WindowDrop } from '../attachments/window-drop.tsx'
import { questionText } from '../composing/pasted-text.ts'
import { PastedTiles } from '../composing/pasted-tiles.tsx'
import { moveAsked } from '../knowledge-bases/asked-bases.ts'
import { AskedKnowledge, KnowledgeTool } from '../knowledge-bases/asking.tsx'
import { useAskedBases } from '../knowledge-bases/use-asked-bases.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import type { ModelChoice } from '../models/use-model-choice.ts'
import { PictureControls } from '../pictures/picture-controls.tsx'
import type { PictureChoice } from '../pictures/use-picture-options.ts'
import { Composer } from './composer.tsx'
import { CustomiseButton } from './customise-button.tsx'
import { useFirstName } from './greeted.ts'
import { ImproveButton } from './improve-button.tsx'
import { preloadTranscript } from './lazy-transcript.tsx'
import { Greeting, Starters } from './new-chat-welcome.tsx'
import { QuestionEstimate } from './question-estimate.tsx'
import { QueuedList } from './queued-list.tsx'
import type { QueuedQuestion } from './queued-questions.ts'
import { StyleSwitch } from './style-switch.tsx'
import { useComposerActions, useComposerOpeners } from './use-composer-actions.ts'
import type { Conversation, ConversationPlace } from './use-conversation.ts'
import { useQuestionDraft } from './use-question-draft.ts'
import { useQueuedQuestions } from './use-queued-questions.ts'

/** How others reach the composer. */
export type ComposerHandle = {
  /** Puts a text into the composer and goes there. */
  compose: (text: string, attachments?: readonly Attachment[], mentions?: readonly Mention[]) => void
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
  const askedInRoom = place.details?.roomId ?? roomId
  const { last, lastTurnId, answering, askQuestion, stop, isStopping } = conversation
  const draftName = isNew ? `new.${accountId}` : chatId
  const draft = useQuestionDraft(draftName, choice.models)
  const { question } = draft
  const input = useRef<HTMLTextAreaElement>(null)
  const firstName = useFirstName()
  const isEmpty = lastTurnId === null
  const isBegun = question.text !== '' || question.pasted.length > 0
  useEffect(() => {
    if (isBegun) preloadTranscript()
  }, [isBegun])

  const pictures = useChosenPictures(draftName)
  const asked = useAskedBases(draftName)
  const knowsMore = useAccount()?.subscriptionPlan.rag_allowed ?? false
  const compose: ComposerHandle['compose'] = (text, attachments = [], mentions = []) => {
    draft.replace(text, mentions)
    pictures.chosen.restore(attachments)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    compose,
    attach: (attachment, bytes) => {
      pictures.attach(attachment, bytes)
      input.current?.focus()
    },
  }))
  const { style, rememberAsked, chooseModel } = choice
  const modelId = draft.namedModelId ?? choice.modelId
  const { making, options } = pictureChoice
  const how = { modelId, style, modifiers, pictureOptions: options ?? undefined }
  const unseeing = pictures.list.length === 0 ? null : unseeingModel(choice.models, modelId)
  const send = ({ text, mentions, attachments }: Omit<QueuedQuestion, 'id'>) => {
    rememberAsked()
    const named = mentions.findLast(({ kind }) => kind === 'model')?.id
    moveAsked(draftName, chatId)
    askQuestion(text, lastTurnId, { ...how, modelId: named ?? choice.modelId }, attachments, mentions)
    onAsked()
  }
  const takeBack = (questions: readonly QueuedQuestion[]) => {
    draft.putBefore(questions)
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
  const text = useMemo(() => questionText(question), [question])
  const sendOrQueue = () => {
    const written = { text, mentions: draft.sound, attachments: pictures.chosen.take() }
    draft.clear()
    if (answering === null) send(written)
    else waitingQuestions.add(written)
  }
  const editQueued = (queued: QueuedQuestion) => {
    waitingQuestions.remove(queued.id)
    takeBack([queued])
    input.current?.focus()
  }
  const sendNow = (id: string) => {
    waitingQuestions.putFirst(id)
    stopAnswer()
  }
  const stopAnswer = () => {
    const comesBack = answering === null ? null : stop(answering.turnId)
    if (comesBack === null) return
    const { text: words, attachments, mentions } = comesBack.question
    compose(words, attachments, mentions)
  }
  const missingRoom = isNew && roomId === null ? t('errors:ROOM_REQUIRED') : null
  const openers = useComposerOpeners()
  const hasWords = /^\/\S*\s+\S/.test(question.text)
  const actions = useComposerActions({ choice, openers, isNew, hasWords })
  const { forgetModel } = draft

  // The same element while somebody types: the picker is the costliest thing here to draw.
  const choices = useMemo(
    () => (
      <>
        <ModelPicker
          accountId={accountId}
          models={choice.models}
          hasFailed={choice.hasFailed}
          onRetry={choice.reload}
          selectedId={modelId}
          onChoose={(chosen) => {
            forgetModel()
            choice.chooseModel(chosen)
          }}
          openRef={openers.model}
        />
        {making && options ? (
          <PictureControls making={making} options={options} onChoose={pictureChoice.choose} />
        ) : (
          <>
            <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
            <CustomiseButton modifiers={modifiers} onCustomise={onCustomise} openRef={openers.customise} />
          </>
        )}
      </>
    ),
    [
      accountId,
      choice,
      modelId,
      making,
      options,
      pictureChoice,
      modifiers,
      onCustomise,
      forgetModel,
      openers,
    ],
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
        <UnseeingNote
          model={unseeing}
          models={choice.models}
          onSwitch={(seeing) => {
            forgetModel()
            chooseModel(seeing)
          }}
        />
      )}
      <WindowDrop onFiles={pictures.add} />
      <Composer
        question={question}
        onChange={draft.write}
        onSend={sendOrQueue}
        place={{ accountId, roomId: askedInRoom }}
        actions={actions}
        onBase={knowsMore ? asked.add : undefined}
        placeholder={t(isEmpty ? 'composer.placeholder' : 'composer.placeholder.followUp')}
        stop={answering === null ? null : { onStop: stopAnswer, isStopping }}
        waiting={isRoomKnown ? (missingRoom ?? pictures.waiting) : t('composer.roomAwaited')}
        isBlocked={unseeing !== null}
        tiles={
          <>
            <AskedKnowledge asked={asked} isAllowed={knowsMore} />
            <PictureTiles chosen={pictures.chosen} />
            <PastedTiles pasted={question.pasted} onChange={draft.keepPasted} onUnfold={draft.unfold} />
          </>
        }
        onPasteFiles={pictures.add}
        onPasteLong={draft.addPasted}
        inputRef={input}
        choices={choices}
        tools={
          <>
            <QuestionEstimate
              place={{ accountId, roomId: askedInRoom, chatId, parentTurnId: lastTurnId }}
              details={place.details}
              last={last}
              contextLimit={choice.models?.find((model) => model.modelId === modelId)?.contextLimit ?? null}
              text={text}
              pictures={pictures.list.length}
              how={how}
            />
            <KnowledgeTool accountId={accountId} asked={asked} isAllowed={knowsMore} />
            <AttachButton onFiles={pictures.add} openRef={openers.attach} />
            <ImproveButton
              place={{ accountId, roomId: askedInRoom }}
              question={question.text}
              how={{ modelId, modifiers }}
              onAccept={draft.reword}
              openRef={openers.improve}
            />
          </>
        }
      />
      {isEmpty && <Starters onChoose={compose} />}
    </>
  )
}
