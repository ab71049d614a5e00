import { directionOf } from '@atrium/phrases'
import { AtriumProvider, NavigationProgress } from '@atrium/ui'
import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../lib/translate.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { DowntimeDialogHost } from '../features/downtime/index.ts'
import { ToastHost } from '../shell/toast-host.tsx'

export const Route = createRootRoute({ component: Root })

function Root() {
  useTranslation()
  const language = currentLanguage()
  return (
    <AtriumProvider language={language} direction={directionOf(language)}>
      <Progress />
      <Outlet />
      <DowntimeDialogHost />
      <ToastHost />
    </AtriumProvider>
  )
}

function Progress() {
  const { t } = useTranslation()
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return <NavigationProgress active={isLoading} label={t('loading')} />
}
