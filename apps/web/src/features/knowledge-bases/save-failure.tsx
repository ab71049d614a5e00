import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/translate.ts'

type SaveFailureProps = { way: 'create' | 'update'; error: unknown; children: ReactNode }

/** Says that a knowledge base was not created or updated (KB-10), with the reason below; a lack of credits is named in the title. */
export function SaveFailure({ way, error, children }: SaveFailureProps) {
  const { t } = useTranslation('knowledgeBases')
  const isOfCredits =
    error instanceof ApiError && (error.code === 'NOT_ENOUGH_CREDITS' || error.code === 'CREDITS_EXHAUSTED')
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.7} />}
      title={isOfCredits ? t(`${way}.failed.credits`) : t(`${way}.failed`)}
    >
      {!isOfCredits && children}
    </Alert>
  )
}
