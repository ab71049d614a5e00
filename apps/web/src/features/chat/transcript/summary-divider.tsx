import { Button, Textarea, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconFoldDown } from '@tabler/icons-react'
import { limits, type AccountId, type ChatSummary } from '@atrium/contract'
import { useId, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { MarkdownView } from '../../conversation/index.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import styles from './summary.module.css'

type SummaryDividerProps = {
  accountId: AccountId
  summary: ChatSummary
  /** It exists, but everything is sent in full. */
  isPutAside: boolean
}

/** Marks the end of the summarized part of a conversation, with actions to read, edit and disable the summary (CHAT-14). */
export function SummaryDivider({ accountId, summary, isPutAside }: SummaryDividerProps) {
  const { t } = useTranslation('longChat')
  const { chatId, readOnly } = useConversationActions()
  const [isOpen, setIsOpen] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const textId = useId()
  const { questionCount, modelName, isEdited } = summary
  const sendAll = (sendsAll: boolean) => {
    setIsOpen(false)
    chatChanges(accountId).sendAll(chatId, sendsAll).catch(showFailure)
  }
  return (
    <section
      className={styles.summary}
      aria-label={t('summary.label')}
      data-put-aside={isPutAside || undefined}
    >
      <div className={styles.line}>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFoldDown size={16} stroke={1.7} aria-hidden="true" />
          {t(isPutAside ? 'summary.putAside' : 'summary.sent', { count: questionCount })}
          <IconChevronDown className={styles.chevron} size={15} stroke={1.7} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div id={textId} hidden={!isOpen} className={styles.opened}>
        {isOpen &&
          (isEditing ? (
            <SummaryEditor accountId={accountId} summary={summary} onDone={() => setIsEditing(false)} />
          ) : (
            <>
              <MarkdownView text={summary.text} dir="auto" headingsBelow={2} />
              <p className={styles.by}>
                {isEdited ? t('summary.edited') : t('summary.by', { model: modelName })}
              </p>
              {!readOnly && (
                <div className={styles.tools}>
                  {isPutAside ? (
                    <Button size="xs" variant="default" onClick={() => sendAll(false)}>
                      {t('summary.use')}
                    </Button>
                  ) : (
                    <>
                      <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
                        {t('summary.edit')}
                      </Button>
                      <Button size="xs" variant="default" onClick={() => sendAll(true)}>
                        {t('summary.sendAll')}
                      </Button>
                    </>
                  )}
                </div>
              )}
            </>
          ))}
      </div>
    </section>
  )
}

type SummaryEditorProps = { accountId: AccountId; summary: ChatSummary; onDone: () => void }

function SummaryEditor({ accountId, summary, onDone }: SummaryEditorProps) {
  const { t } = useTranslation(['longChat', 'common'])
  const { chatId } = useConversationActions()
  const [text, setText] = useState(summary.text)
  const save = () => {
    chatChanges(accountId).changeSummary(chatId, summary.turnId, text.trim()).catch(showFailure)
    onDone()
  }
  return (
    <>
      <Textarea
        aria-label={t('summary.editor')}
        autoFocus
        autosize
        minRows={4}
        maxRows={16}
        maxLength={limits.summaryCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onDone()
        }}
      />
      <div className={styles.tools}>
        <Button size="xs" disabled={text.trim() === ''} onClick={save}>
          {t('summary.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </>
  )
}
