import type { PromptHit } from '@atrium/contract'
import { ActionIcon } from '@mantine/core'
import { IconArrowUp, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useId, useMemo, type ReactNode, type RefObject } from 'react'
import type { AskedBase } from '../../../entities/files/asked-bases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { isTouchScreen } from '../../../lib/touch-screen.ts'
import type { MentioningText } from '../../../entities/turns/mention-text.ts'
import { isLong, questionText, type QuestionParts } from '../../../entities/turns/pasted-text.ts'
import { QuestionField, type MentionPlace } from '../../composing/index.ts'
import type { ComposerAction } from '../../../entities/turns/suggestion.ts'
import { sendable, sendsQuestion } from './composer-rules.ts'
import { keyPress } from '@atrium/ui/components/growing-text.tsx'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { useDueQuestion } from './use-due-question.ts'
import { canDictate, useDictation } from './use-dictation.ts'
import styles from './composer.module.css'

export type ComposerProps = {
  question: QuestionParts
  onChange: (written: MentioningText) => void
  onSend: () => void
  place: MentionPlace
  /** The actions that a leading `/` offers. */
  actions: readonly ComposerAction[]
  /** Adds a knowledge base to search; omitted where there are none. */
  onBase?: ((base: AskedBase) => void) | undefined
  /** Uses a template that a `/` or an `@` found. */
  onTemplate: (hit: PromptHit, at: number) => void
  placeholder: string
  /** Set while an answer is being written: Send becomes Stop. */
  stop: { onStop: () => void; isStopping: boolean } | null
  /** Why nothing can be sent now, if so; typing still works. */
  waiting: string | null
  /** The wait is short: sending is already allowed. */
  isWaitShort: boolean
  /** It can't be sent as it is, for a reason shown beside the composer. */
  isBlocked: boolean
  /** Attachments, above the text. */
  tiles: ReactNode
  onPasteFiles: (files: readonly File[]) => void
  /** Receives a text that is too long for the question field. */
  onPasteLong: (text: string) => void
  /** Model, style and modifiers. */
  choices: ReactNode
  /** Further tools, before dictation. */
  tools: ReactNode
  /** Estimated cost and length of the chat, in a line reserved below the composer. */
  figures: ReactNode
  inputRef: RefObject<HTMLTextAreaElement | null>
}

/** The form in which a question is written. */
export function Composer({
  question,
  onChange,
  onSend,
  place,
  actions,
  onBase,
  onTemplate,
  placeholder,
  stop,
  waiting,
  isWaitShort,
  isBlocked,
  tiles,
  onPasteFiles,
  onPasteLong,
  choices,
  tools,
  figures,
  inputRef,
}: ComposerProps) {
  const { t } = useTranslation('chat')
  const hint = useId()
  const { text, pasted } = question
  const state = useMemo(() => sendable(questionText({ text, pasted })), [text, pasted])
  const isSound = state.outcome === 'sendable' && !isBlocked
  const isReady = isSound && waiting === null
  const sendWhenDue = useDueQuestion(questionText({ text, pasted }), !isReady, onSend)
  const send = () => {
    if (isReady) onSend()
    else if (isSound && isWaitShort) sendWhenDue()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // Forms of dialogs that the composer opens are elsewhere in the page, but React sends their events here too.
        if (event.target === event.currentTarget) send()
      }}
    >
      <div className={styles.composer}>
        {tiles}
        <QuestionField
          inputRef={inputRef}
          label={t('composer.label')}
          placeholder={placeholder}
          describedBy={hint}
          question={question}
          onChange={onChange}
          place={place}
          actions={actions}
          onBase={onBase}
          onTemplate={onTemplate}
          // On a touch screen a focus of our own would open the keyboard over the page.
          autoFocus={!isTouchScreen()}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            const long = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
            if (files.length === 0 && !isLong(long)) return
            event.preventDefault()
            // A copied spreadsheet table also includes a picture: its text is more useful.
            if (isLong(long)) onPasteLong(long)
            else onPasteFiles(files)
          }}
          onKeyDown={(event) => {
            if (!sendsQuestion(keyPress(event))) return
            event.preventDefault()
            send()
          }}
        />
        <div className={styles.tools}>
          {choices}
          <span className={styles.end}>
            {tools}
            {canDictate() && (
              <DictateButton
                text={text}
                onChange={(said) => onChange({ text: said, mentions: question.mentions })}
              />
            )}
            {stop === null || (state.outcome !== 'empty' && !stop.isStopping) ? (
              <SendButton isReady={isReady} label={t(stop === null ? 'composer.send' : 'composer.queue')} />
            ) : null}
            {stop !== null && <StopButton {...stop} />}
          </span>
        </div>
      </div>
      <div className={styles.figures}>
        {state.outcome === 'too-long' && (
          <span role="alert" className={styles.tooLong}>
            {t('composer.tooLong', { count: state.excess })}
          </span>
        )}
        {waiting !== null && (
          <span role="status" className={styles.awaited}>
            {waiting}
          </span>
        )}
        {figures}
      </div>
      <p id={hint} className={styles.hint}>
        {t(isTouchScreen() ? 'composer.hint.touch' : 'composer.hint')}
      </p>
    </form>
  )
}

function SendButton({ isReady, label }: { isReady: boolean; label: string }) {
  return (
    <ActionIcon
      data-hint={label}
      type="submit"
      variant="filled"
      size="var(--composer-target)"
      radius="xl"
      aria-label={label}
      disabled={!isReady}
    >
      <IconArrowUp size={19} stroke={2} />
    </ActionIcon>
  )
}

function StopButton({ onStop, isStopping }: NonNullable<ComposerProps['stop']>) {
  const { t } = useTranslation('chat')
  const label = t(isStopping ? 'composer.stopping' : 'composer.stop')
  return (
    <ActionIcon
      data-hint={label}
      type="button"
      variant="filled"
      color="gray.9"
      size="var(--composer-target)"
      radius="xl"
      aria-label={label}
      loading={isStopping}
      onClick={onStop}
    >
      <IconPlayerStopFilled size={16} />
    </ActionIcon>
  )
}

function DictateButton({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('chat')
  const { isListening, toggle } = useDictation((phrase) =>
    onChange(text === '' ? phrase : `${text.trimEnd()} ${phrase}`),
  )
  return (
    <ToolButton
      label={t(isListening ? 'dictate.stop' : 'dictate.start')}
      icon={IconMicrophone}
      pressed={isListening}
      look="round"
      onClick={toggle}
    />
  )
}
