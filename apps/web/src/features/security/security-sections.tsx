import { ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { securityQuery } from './queries.ts'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The person's sign-in methods and sessions. */
export function SecuritySections() {
  return (
    <>
      <WaysOfSigningIn />
      <SessionsSection />
    </>
  )
}

function WaysOfSigningIn() {
  const { t } = useTranslation(['security', 'common'])
  const security = useQuery(securityQuery)
  if (security.data)
    return (
      <>
        <PasswordSection hasPassword={security.data.hasPassword} />
        <SecondFactorSection secondFactor={security.data.secondFactor} />
        <PasskeysSection passkeys={security.data.passkeys} />
      </>
    )
  if (security.isPending) return <SkeletonRows count={4} label={t('loading')} />
  const retry = (
    <Button variant="default" loading={security.isFetching} onClick={() => void security.refetch()}>
      {t('common:action.tryAgain')}
    </Button>
  )
  return <ErrorState title={t('failed')} text={errorDetail(security.error)} action={retry} />
}
