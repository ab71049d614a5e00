import { CardRow } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { ConfirmDialog } from '@atrium/ui/components/confirm-dialog.tsx'
import { Menu } from '@mantine/core'
import type { AccountId, Schedule } from '@atrium/contract'
import {
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { scheduleChanges } from '../../../entities/agent-jobs/schedules.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { dateLocale } from '../../../lib/text/date-locale.ts'
import { codeText } from '../../../lib/text/error-text.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { OptionsMenu } from '../../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { endText, ruleText } from '../../schedules/index.ts'
import styles from './jobs.module.css'

const ScheduleDialog = lazy(() =>
  withPhrases(import('../../schedules/schedule-dialog.tsx'), 'schedules').then((module) => ({
    default: module.ScheduleDialog,
  })),
)

type ScheduleRowProps = { accountId: AccountId; schedule: Schedule; showsOwner: boolean }

/** A schedule: its question's name, when it runs, its last result. Only its owner opens and changes it. */
export function ScheduleRow({ accountId, schedule, showsOwner }: ScheduleRowProps) {
  const { t } = useTranslation(['schedules', 'agentJobs', 'history'])
  const { title, lastRun, nextRunAt } = schedule
  return (
    <CardRow
      name={
        <>
          {title === null ? t('ofSomebody') : <bdi className={styles.title}>{title}</bdi>}
          <span className={styles.about}>{ruleText(t, schedule.rule)}</span>
        </>
      }
      menu={title !== null && <RowMenu accountId={accountId} schedule={schedule} title={title} />}
    >
      <td data-label={t('column.next')}>
        {nextRunAt === null ? endText(t, schedule) : <NextRun at={nextRunAt} />}
      </td>
      <td data-label={t('column.last')}>
        <LastRun run={lastRun} />
      </td>
      {showsOwner && (
        <td data-label={t('agentJobs:column.owner')}>
          <bdi>{schedule.owner.name}</bdi>
        </td>
      )}
      <td className={list.number} data-label={t('agentJobs:column.credits')}>
        {t('history:credits', { count: schedule.creditsUsed })}
      </td>
    </CardRow>
  )
}

function NextRun({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat(dateLocale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

function LastRun({ run }: { run: Schedule['lastRun'] }) {
  const { t } = useTranslation('schedules')
  if (run === null) return t('run.none')
  const state = t(`run.${run.state}`)
  return (
    <>
      {run.chatId === null ? (
        state
      ) : (
        <Link to="/chat/$chatId" params={{ chatId: run.chatId }} className={styles.link}>
          {state}
        </Link>
      )}
      {run.errorCode !== null && <div className={styles.reason}>{codeText(run.errorCode)}</div>}
    </>
  )
}

type RowMenuProps = { accountId: AccountId; schedule: Schedule; title: string }

function RowMenu({ accountId, schedule, title }: RowMenuProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const { scheduleId, state, question, roomId } = schedule
  const changes = scheduleChanges(accountId)
  const run = async () => {
    try {
      await changes.run(scheduleId)
      void showToast(t('run.started'), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  const pause = (isPaused: boolean) => void changes.change(scheduleId, { isPaused }).catch(showFailure)
  const close = () => setOpened(null)
  return (
    <>
      <OptionsMenu label={t('row.menu', { title })} size={36}>
        <LastRunItem run={schedule.lastRun} />
        <Menu.Item leftSection={<IconPlayerTrackNext size={16} stroke={1.7} />} onClick={() => void run()}>
          {t('row.run')}
        </Menu.Item>
        {state === 'active' && (
          <Menu.Item leftSection={<IconPlayerPause size={16} stroke={1.7} />} onClick={() => pause(true)}>
            {t('row.pause')}
          </Menu.Item>
        )}
        {state === 'paused' && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.7} />} onClick={() => pause(false)}>
            {t('row.resume')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => setOpened('edit')}>
          {t('row.edit')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => setOpened('delete')}
        >
          {t('row.delete')}
        </Menu.Item>
      </OptionsMenu>
      {opened === 'edit' && question && (
        <Suspense>
          <ScheduleDialog
            accountId={accountId}
            roomId={roomId}
            given={question}
            edited={schedule}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={t('delete.title')}
        confirmLabel={t('row.delete')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={() => changes.remove(scheduleId).then(() => undefined, showFailure)}
        onClose={close}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  )
}

function LastRunItem({ run }: { run: Schedule['lastRun'] }) {
  const { t } = useTranslation('schedules')
  const chatId = run?.chatId ?? null
  return chatId === null ? null : (
    <Menu.Item
      leftSection={<IconMessage size={16} stroke={1.7} />}
      renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId }} />}
    >
      {t('row.open')}
    </Menu.Item>
  )
}
