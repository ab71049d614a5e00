import { ErrorState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { errorDetail } from '../text/error-text.ts'
import { useTranslation } from '../translate.ts'

type LoadFailureProps = {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** For a part of a page. */ compact?: boolean
}

/** Shown instead of content that failed to load: the reason, and a retry. */
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
  return <ErrorState compact={compact} title={title} text={errorDetail(query.error)} action={retry} />
}
