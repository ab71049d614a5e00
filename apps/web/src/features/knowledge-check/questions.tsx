import type { GoldenQuestion } from '@atrium/contract'
import { ConfirmDialog, EmptyState, SkeletonRows } from '@atrium/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { ExpectedFiles } from './expected-files.tsx'
import styles from './knowledge-check.module.css'
import { checkChanges, questionsQuery } from './queries.ts'
import { QuestionDialog } from './question-dialog.tsx'

/** The golden questions of a room: read, added, changed, deleted. */
export function Questions({ place }: { place: RoomPlace }) {
  const { t } = useTranslation('knowledgeCheck')
  const questions = useQuery(questionsQuery(place))
  const [edited, setEdited] = useState<GoldenQuestion | 'new' | null>(null)
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      onClick={() => setEdited('new')}
    >
      {t('questions.add')}
    </Button>
  )
  return (
    <section className={styles.section} aria-labelledby="check-questions">
      <div className={styles.sectionHead}>
        <h2 id="check-questions" className={styles.sectionTitle}>
          {t('questions.title')}
        </h2>
        {questions.data && questions.data.length > 0 && add}
      </div>
      <Loaded
        compact
        query={questions}
        skeleton={<SkeletonRows count={3} label={t('loading')} />}
        failed={t('failed')}
      >
        {(golden) =>
          golden.length === 0 ? (
            <EmptyState
              compact
              icon={<IconListCheck size={24} stroke={1.6} />}
              title={t('questions.empty.title')}
              text={t('questions.empty.text')}
              action={add}
            />
          ) : (
            <ul className={styles.list} aria-labelledby="check-questions">
              {golden.map((question) => (
                <QuestionRow key={question.id} place={place} question={question} onEdit={setEdited} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <QuestionDialog place={place} edited={edited} onClose={() => setEdited(null)} />
    </section>
  )
}

type QuestionRowProps = {
  place: RoomPlace
  question: GoldenQuestion
  onEdit: (question: GoldenQuestion) => void
}

function QuestionRow({ place, question, onEdit }: QuestionRowProps) {
  const { t } = useTranslation(['knowledgeCheck', 'common'])
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await showOutcome(checkChanges(place).remove(question.id), t('done.deleted'))
  }
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        <p className={styles.itemTitle} dir="auto">
          {question.question}
        </p>
        <ExpectedFiles expected={question.expected} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('questions.edit', { question: question.question })}
        onClick={() => onEdit(question)}
      >
        <IconPencil size={17} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('questions.delete', { question: question.question })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
      <ConfirmDialog
        opened={isAsking}
        title={t('delete.title')}
        confirmLabel={t('delete.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </li>
  )
}
