import { ActionIcon } from '@mantine/core'
import { IconArrowUp, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useId, useMemo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskedBase } from '../knowledge-bases/asked-bases.ts'
import type { MentioningText } from '../composing/mention-text.ts'
import { isLong, questionText, type QuestionParts } from '../composing/pasted-text.ts'
import { QuestionField } from '../composing/question-field.tsx'
import type { ComposerAction } from '../composing/suggestion.ts'
import type { MentionPlace } from '../composing/use-mention-suggestions.ts'
import { sendable, sendsQuestion } from './composer-rules.ts'
import { keyPress } from './growing-text.tsx'
import { ToolButton } from './tool-button.tsx'
import { canDictate, useDictation } from './use-dictation.ts'
import styles from './composer.module.css'

export type ComposerProps = {
  question: QuestionParts
  onChange: (written: MentioningText) => void
  onSend: () => void
  place: MentionPlace
  /** What a `/` at the beginning offers. */
  actions: readonly ComposerAction[]
  /** Asks a knowledge base from now on; left out where there are none. */
  onBase?: ((base: AskedBase) => void) | undefined
  placeholder: string
  /** Set while an answer is being written: Send becomes Stop. */
  stop: { onStop: () => void; isStopping: boolean } | null
  /** Why nothing can be sent just now, if so; typing goes on. */
  waiting: string | null
  /** It cannot be sent as it is, for a reason that is told beside the composer. */
  isBlocked: boolean
  /** What comes with the question, above its text. */
  tiles: ReactNode
  onPasteFiles: (files: readonly File[]) => void
  /** Takes a text that is too long to stand in the question. */
  onPasteLong: (text: string) => void
  /** Model, style and what answers are to be like. */
  choices: ReactNode
  /** Further tools, before dictation. */
  tools: ReactNode
  inputRef: RefObject<HTMLTextAreaElement | null>
}

/** Where a question is written. */
export function Composer({
  question,
  onChange,
  onSend,
  place,
  actions,
  onBase,
  placeholder,
  stop,
  waiting,
  isBlocked,
  tiles,
  onPasteFiles,
  onPasteLong,
  choices,
  tools,
  inputRef,
}: ComposerProps) {
  const { t } = useTranslation('chat')
  const hint = useId()
  const { text, pasted } = question
  const state = useMemo(() => sendable(questionText({ text, pasted })), [text, pasted])
  const isReady = state.outcome === 'sendable' && waiting === null && !isBlocked
  const send = () => {
    if (isReady) onSend()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
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
        autoFocus={isWithKeyboard()}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          const long = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
          if (files.length === 0 && !isLong(long)) return
          event.preventDefault()
          // A table of a spreadsheet comes as a picture too: its text says more.
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
      <p id={hint} className={styles.hint}>
        {t('composer.hint')}
      </p>
    </form>
  )
}

// On a touch screen a focus of our own would open the keyboard over the page.
const isWithKeyboard = () => !matchMedia('(pointer: coarse)').matches

function SendButton({ isReady, label }: { isReady: boolean; label: string }) {
  return (
    <ActionIcon
      data-hint={label}
      type="submit"
      variant="filled"
      size={36}
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
      size={36}
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
