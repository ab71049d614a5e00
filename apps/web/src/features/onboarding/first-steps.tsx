import type { AccountId, FirstSteps as Steps } from '@atrium/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { reloadFirstSteps } from '../../entities/accounts/first-steps-key.ts'
import { withPhrases } from '../../lib/phrases.ts'
import { stored } from '../../lib/stored.ts'
import { text } from '../../lib/text/parse.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../lib/translate.ts'
import { closeFirstSteps, firstStepsQuery } from './first-steps-query.ts'
import styles from './onboarding.module.css'

const InviteDialog = lazy(() =>
  withPhrases(import('../members/invites/invite-dialog.tsx'), 'members').then((module) => ({
    default: module.InviteDialog,
  })),
)

/** The account whose list this browser knows to be over, so that its empty chats ask for it no more. */
const over = stored('firstStepsOver', text)

const countDone = ({ hasInvited, hasFile, hasUsedTemplate }: Steps) =>
  [hasInvited, hasFile, hasUsedTemplate].filter(Boolean).length
const stepCount = 3

type FirstStepsProps = { accountId: AccountId; /** Shown once the list is over. */ fallback: ReactNode }

/** What an admin of a new account does first, until all of it is done or the list is closed. */
export function FirstSteps({ accountId, fallback }: FirstStepsProps) {
  const [wasOver] = useState(() => over.read() === accountId)
  const [wasShown, setShown] = useState(false)
  const { data: steps, isError } = useQuery({ ...firstStepsQuery(accountId), enabled: !wasOver })
  if (wasOver || isError) return fallback
  if (!steps) return null
  const isDone = countDone(steps) === stepCount
  if (steps.isDismissed || (isDone && !wasShown)) {
    over.write(accountId)
    return fallback
  }
  // The last step is ticked before the list goes.
  if (!isDone && !wasShown) setShown(true)
  return <List accountId={accountId} steps={steps} />
}

function List({ accountId, steps }: { accountId: AccountId; steps: Steps }) {
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
