import { ErrorState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'

type LoadFailureProps = {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** For a part of a page. */ compact?: boolean
}

/** In the place of what could not be loaded: why, and the way to try again. */
export function LoadFailure({ title, query, compact = false }: LoadFailureProps) {
  const { t } = useTranslation('common')
  const retry = (
    <Button
      size={compact ? 'xs' : 'sm'}
      variant="default"
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {t('action.tryAgain')}
    </Button>
  )
  return <ErrorState compact={compact} title={title} text={errorText(query.error)} action={retry} />
}
