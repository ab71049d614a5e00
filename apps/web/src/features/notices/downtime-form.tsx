import type { Notices } from '@atrium/contract'
import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { serverNowMs } from '../../lib/api/app-config.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { fillTimes } from '../downtime/index.ts'
import { browserTimeZone, fromLocalInput, momentText, toLocalInput } from './local-time.ts'
import styles from './notices.module.css'
import { noticeChanges } from './queries.ts'

type Field = 'start' | 'end' | 'window'

/** Plans, changes and ends a downtime, with a preview of the dialog. */
export function DowntimeForm({ downtime: { source, value } }: { downtime: Notices['downtime'] }) {
  const { t } = useTranslation('notices')
  const [start, setStart] = useState(toLocalInput(value?.downTimeStart))
  const [end, setEnd] = useState(toLocalInput(value?.downTimeEnd))
  const [hours, setHours] = useState<number | string>(value?.notificationWindowHours ?? 2)
  const [texts, setTexts] = useState({
    dialogTitle: value?.dialogTitle ?? '',
    dialogMessage: value?.dialogMessage ?? '',
    timerMessage: value?.timerMessage ?? '',
  })
  const [downTimeStart, downTimeEnd] = [fromLocalInput(start), fromLocalInput(end)]
  const now = serverNowMs()
  const check = (): Problems<Field> => ({
    ...(downTimeStart === null && { start: t('downtime.start.missing') }),
    ...endProblem(),
    ...(!(Number(hours) >= 0.25 && Number(hours) <= 168) && { window: t('downtime.window.wrong') }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<Field>(check, async () => {
    if (downTimeStart === null || downTimeEnd === null) return
    const changed = { downTimeStart, downTimeEnd, notificationWindowHours: Number(hours), ...texts }
    await noticeChanges.change({ downtime: changed })
    void showToast(t('downtime.announced'), 'good')
  })
  const ending = useSubmit<never>(
    () => ({}),
    async () => {
      await noticeChanges.change({ downtime: null })
      void showToast(isRunning ? t('downtime.ended') : t('downtime.canceled'), 'good')
    },
  )
  const isRunning =
    value !== null && Date.parse(value.downTimeStart) <= now && now < Date.parse(value.downTimeEnd)
  const isOver = value !== null && Date.parse(value.downTimeEnd) <= now
  const text = (field: keyof typeof texts) => ({
    label: t(`downtime.${field}`),
    value: texts[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      setTexts((known) => ({ ...known, [field]: typed }))
    },
  })
  if (source === 'file')
    return (
      <div>
        <p className={styles.note}>{t('fromFile')}</p>
        {value && <p className={styles.quiet}>{stateText()}</p>}
      </div>
    )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {value && (
        <p className={isRunning ? styles.problem : styles.note} role="status">
          {stateText()}
        </p>
      )}
      <div className={styles.pair}>
        <TextInput
          name="start"
          type="datetime-local"
          label={t('downtime.start')}
          description={t('downtime.zone', { zone: browserTimeZone() })}
          value={start}
          error={problems.start}
          onChange={(event) => {
            setStart(event.currentTarget.value)
            forget('start')
          }}
        />
        <TextInput
          name="end"
          type="datetime-local"
          label={t('downtime.end')}
          description={t('downtime.zone', { zone: browserTimeZone() })}
          value={end}
          error={problems.end}
          onChange={(event) => {
            setEnd(event.currentTarget.value)
            forget('end')
          }}
        />
      </div>
      <NumberInput
        name="window"
        label={t('downtime.window')}
        min={0.25}
        max={168}
        value={hours}
        error={problems.window}
        onChange={(typed) => {
          setHours(typed)
          forget('window')
        }}
      />
      <TextInput {...text('dialogTitle')} placeholder={t('downtime.dialog.title')} maxLength={120} />
      <Textarea
        {...text('dialogMessage')}
        placeholder={t('downtime.dialog.message')}
        autosize
        minRows={2}
        maxLength={1000}
      />
      <TextInput
        {...text('timerMessage')}
        placeholder={t('downtime.timer.message')}
        description={t('downtime.placeholders')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={300}
      />
      {downTimeStart !== null && downTimeEnd !== null && (
        <section className={styles.preview} aria-label={t('downtime.preview')}>
          <p className={styles.quiet}>{t('downtime.preview')}</p>
          <p className={styles.previewTitle} dir="auto">
            {filled(texts.dialogTitle || t('downtime.dialog.title'))}
          </p>
          <p className={styles.previewText} dir="auto">
            {filled(texts.dialogMessage || t('downtime.dialog.message'))}
          </p>
        </section>
      )}
      <FailureNote failure={failure ?? ending.failure} />
      <Group gap="sm">
        <Button type="submit" size="md" loading={isSending}>
          {value && !isOver ? t('downtime.update') : t('downtime.announce')}
        </Button>
        {value && !isOver && (
          <Button size="md" variant="default" loading={ending.isSending} onClick={() => void ending.submit()}>
            {isRunning ? t('downtime.finish') : t('downtime.cancel')}
          </Button>
        )}
      </Group>
    </form>
  )

  function endProblem(): Problems<Field> {
    if (downTimeEnd === null) return { end: t('downtime.end.missing') }
    if (downTimeStart !== null && downTimeEnd <= downTimeStart) return { end: t('downtime.end.early') }
    return Date.parse(downTimeEnd) <= now ? { end: t('downtime.end.past') } : {}
  }
  function filled(message: string): string {
    return fillTimes(message, { downTimeStart: downTimeStart ?? '', downTimeEnd: downTimeEnd ?? '' })
  }
  function stateText(): string {
    if (value === null) return ''
    const [from, till] = [momentText(value.downTimeStart), momentText(value.downTimeEnd)]
    if (isOver) return t('downtime.state.over', { end: till })
    return isRunning
      ? t('downtime.state.running', { end: till })
      : t('downtime.state.planned', { start: from, end: till })
  }
}
