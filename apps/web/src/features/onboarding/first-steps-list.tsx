import type { AccountId, FirstSteps as Steps } from '@atrium/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../lib/translate.ts'
import { countDone, stepCount } from './count-done.ts'
import { closeFirstSteps, reloadFirstSteps } from './first-steps-query.ts'
import styles from './onboarding.module.css'

const InviteDialog = lazy(() =>
  withPhrases(import('../members/invites/invite-dialog.tsx'), 'members', 'accounts').then((module) => ({
    default: module.InviteDialog,
  })),
)

/** The three steps, each with its way there, and how many are done. */
export function FirstStepsList({ accountId, steps }: { accountId: AccountId; steps: Steps }) {
  const { t } = useTranslation('onboarding')
  const [isInviting, setInviting] = useState(false)
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.stepsHead}>
        <h2 id="first-steps" className={styles.stepsTitle}>
          {t('steps.title')}
        </h2>
        <span className={styles.stepsCount} role="status">
          {t('steps.done', { done: countDone(steps), count: stepCount })}
        </span>
        <ActionIcon
          className={styles.close}
          variant="subtle"
          color="gray"
          aria-label={t('steps.close')}
          title={t('steps.close')}
          onClick={() => void closeFirstSteps(accountId).catch(showFailure)}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ul className={styles.list}>
        <li>
          <UnstyledButton className={styles.item} onClick={() => setInviting(true)}>
            <Words isDone={steps.hasInvited}>{t('steps.invite')}</Words>
          </UnstyledButton>
        </li>
        <li>
          <Link to="/context-mobile" className={styles.item}>
            <Words isDone={steps.hasFile}>{t('steps.file')}</Words>
          </Link>
        </li>
        <li>
          <Link to="/question-library/$source" params={{ source: 'atrium' }} className={styles.item}>
            <Words isDone={steps.hasUsedTemplate}>{t('steps.template')}</Words>
          </Link>
        </li>
      </ul>
      {isInviting && (
        <Suspense>
          <InviteDialog
            accountId={accountId}
            tab="one"
            onClose={() => {
              setInviting(false)
              reloadFirstSteps(accountId)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function Words({ isDone, children }: { isDone: boolean; children: string }) {
  const { t } = useTranslation('onboarding')
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <>
      <Icon
        className={styles.tick}
        data-done={isDone || undefined}
        size={18}
        stroke={1.6}
        role="img"
        aria-label={isDone ? t('steps.isDone') : t('steps.isOpen')}
      />
      <span className={styles.itemText}>{children}</span>
    </>
  )
}
