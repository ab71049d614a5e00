import { type AccountId, limits, type RoomId, type Schedule, type ScheduleRule } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { truncate } from '@atrium/ui/text.ts'
import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleChanges } from '../../entities/agent-jobs/schedules.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { findMentions } from '../../entities/turns/mention-text.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { browserZone } from '../../lib/text/browser-zone.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import type { QuestionToRepeat } from './question-to-repeat.ts'
import { EndFields, type ScheduleEnd } from './end-fields.tsx'
import { RowsField } from './rows-field.tsx'
import { RuleFields } from './rule-fields.tsx'
import { hasVariablesOf, shownVariables } from './table-variables.ts'
import styles from './schedules.module.css'

type ScheduleDialogProps = {
  accountId: AccountId
  roomId: RoomId
  given: QuestionToRepeat
  /** The schedule that is edited; without one, another is created. */
  edited?: Schedule
  onClose: () => void
}

/** Creates or edits a schedule (JOB-03). */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { t } = useTranslation(['schedules', 'common'])
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t(props.edited ? 'edit.title' : 'create.title')}
      size="lg"
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ScheduleForm {...props} />
    </Dialog>
  )
}

/** Every day at the next full hour, in this browser's time zone. */
const firstRule = (): ScheduleRule => {
  const now = new Date()
  return {
    interval: 'daily',
    time: `${String((now.getHours() + 1) % 24).padStart(2, '0')}:00`,
    timeZone: browserZone,
    weekday: now.getDay() === 0 ? 7 : now.getDay(),
    dayOfMonth: now.getDate(),
  }
}

const endOf = (edited: Schedule | undefined): ScheduleEnd => ({
  kind: edited?.endsOn ? 'date' : edited?.maxRuns ? 'runs' : 'never',
  lastDay: edited?.endsOn ?? '',
  maxRuns: edited?.maxRuns ?? 10,
})

function useScheduleForm({ accountId, roomId, given, edited, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('schedules')
  const [title, setTitle] = useState(edited?.title ?? given.title ?? firstLine(given.text))
  const [text, setText] = useState(given.text)
  const [modelId, setModelId] = useState(given.modelId)
  const [table, setTable] = useState(given.table)
  const [budget, setBudget] = useState(given.budgetCredits ?? limits.jobBudgetCredits)
  const [rule, setRule] = useState(edited?.rule ?? firstRule)
  const [end, setEnd] = useState(() => endOf(edited))
  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const needsLastDay = t('needs.lastDay')
  const isDeferred =
    given.jobKind !== undefined ||
    (models?.find((model) => model.modelId === modelId)?.is_deferred_response ?? false)
  const form = useSubmit<'title' | 'question' | 'time' | 'lastDay'>(
    () => ({
      ...(!title.trim() && { title: t('needs.title') }),
      ...(!text.trim() && { question: t('needs.question') }),
      ...(!hasVariablesOf(text, table) && {
        question: t('needs.variables', { names: shownVariables(table) }),
      }),
      ...(!rule.time && { time: t('needs.time') }),
      ...(end.kind === 'date' && !end.lastDay && { lastDay: needsLastDay }),
    }),
    async () => {
      const { mentions = [], style, baseIds, usesRoomFiles, usesWeb, template, modifiers } = given
      const { jobKind, translation, analysis } = given
      const question = {
        ...{ text, modelId, style, baseIds, usesRoomFiles, usesWeb, template, modifiers, jobKind },
        ...{ table, translation, analysis },
        mentions: findMentions({ text: given.text, mentions }, text),
        ...(isDeferred && { budgetCredits: budget }),
      }
      const body = {
        title: title.trim(),
        question,
        rule,
        endsOn: end.kind === 'date' ? end.lastDay : null,
        maxRuns: end.kind === 'runs' ? end.maxRuns : null,
      }
      const changes = scheduleChanges(accountId)
      const saved = edited
        ? await changes.change(edited.scheduleId, body)
        : await changes.create({ ...body, roomId })
      const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
      void showToast(
        saved.nextRunAt === null
          ? t('saved.paused')
          : t('saved', { moment: format.format(new Date(saved.nextRunAt)) }),
        'good',
      )
      onClose()
    },
  )
  return {
    ...{ title, setTitle, text, setText, modelId, setModelId, budget, setBudget, rule, setRule, end, setEnd },
    ...{ models: models ?? [], isDeferred, table, setTable, form },
  }
}

const firstLine = (text: string): string => truncate(text.trim().split('\n')[0] ?? '', 60)

function ScheduleForm(props: ScheduleDialogProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const { title, setTitle, text, setText, table, setTable, rule, setRule, end, setEnd, form, ...model } =
    useScheduleForm(props)
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <TextInput
        name="title"
        label={t('field.title')}
        dir="auto"
        data-autofocus
        withAsterisk
        maxLength={limits.scheduleTitleCharacters}
        value={title}
        error={form.problems.title}
        onChange={({ currentTarget }) => {
          setTitle(currentTarget.value)
          form.forget('title')
        }}
      />
      <Textarea
        name="question"
        label={t('field.question')}
        description={props.given.hasFiles ? t('note.files') : undefined}
        dir="auto"
        autosize
        minRows={2}
        maxRows={10}
        withAsterisk
        maxLength={limits.questionCharacters}
        value={text}
        error={form.problems.question}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          form.forget('question')
        }}
      />
      {table && <RowsField table={table} onChange={setTable} />}
      <ModelFields {...model} />
      <RuleFields
        rule={rule}
        onChange={(changed) => {
          setRule(changed)
          form.forget('time')
        }}
        timeProblem={form.problems.time}
      />
      <EndFields
        end={end}
        onChange={(changed) => {
          setEnd(changed)
          form.forget('lastDay')
        }}
        lastDayProblem={form.problems.lastDay}
      />
      <p className={styles.note}>{t('note')}</p>
      <FailureNote failure={form.failure} />
      <div className={styles.end}>
        <Button variant="default" onClick={props.onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending}>
          {t(props.edited ? 'save.edit' : 'save.create')}
        </Button>
      </div>
    </form>
  )
}

type ModelFieldsProps = Pick<
  ReturnType<typeof useScheduleForm>,
  'models' | 'modelId' | 'setModelId' | 'isDeferred' | 'budget' | 'setBudget'
>

/** The model, and for one that works in a job the budget of each run. */
function ModelFields({ models, modelId, setModelId, isDeferred, budget, setBudget }: ModelFieldsProps) {
  const { t } = useTranslation('schedules')
  const offered = models.filter((model) => model.isAvailable || model.modelId === modelId)
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t('field.model')}
        value={modelId}
        data={
          offered.length === 0
            ? [{ value: modelId, label: modelId }]
            : offered.map((model) => ({ value: model.modelId, label: model.displayName }))
        }
        onChange={({ currentTarget }) => setModelId(currentTarget.value)}
      />
      {isDeferred && (
        <NumberInput
          label={t('field.budget')}
          min={1}
          max={limits.maxJobBudgetCredits}
          clampBehavior="strict"
          allowDecimal={false}
          value={budget}
          onChange={(value) => typeof value === 'number' && setBudget(value)}
        />
      )}
    </div>
  )
}
