import { IconDots } from '@tabler/icons-react'
import { answerText, picturesIn, type Turn } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { useMenuOnDemand } from '../../../lib/tools/menu-on-demand.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const load = () => import('./turn-menu-list.tsx')
const preload = () => void load().catch(() => {})
const TurnMenuList = lazy(() => load().then((module) => ({ default: module.TurnMenuList })))

/** The turn's menu is among the answer's tools, or with the question while there is no answer. */
export const hasAnswer = ({ state, parts }: Turn): boolean =>
  state !== 'open' && (answerText(parts) !== '' || picturesIn(parts).length > 0)

/** Actions for a whole turn, and its time. */
export function TurnMenu({ turn }: { turn: Turn }) {
  const { t } = useTranslation('longChat')
  const { menu, buttonProps } = useMenuOnDemand(preload)
  return (
    <>
      <ToolButton label={t('turn.menu')} icon={IconDots} {...buttonProps} />
      {menu && (
        <Suspense>
          <TurnMenuList menu={menu} turn={turn} />
        </Suspense>
      )}
    </>
  )
}
