import type { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useMenuOnDemand } from './menu-on-demand.ts'
import { ToolButton } from './tool-button.tsx'

const load = () => import('./tool-menu-list.tsx')
const preload = () => void load().catch(() => {})
const ToolMenuList = lazy(() => load().then((module) => ({ default: module.ToolMenuList })))

export type ToolMenuItem = { label: string; icon: typeof IconCopy; onClick: () => void }

type ToolMenuProps = { label: string; icon: typeof IconCopy; items: readonly ToolMenuItem[] }

/** A tool that opens a menu, which is made when it is first asked for: a long chat has two of them below every answer. */
export function ToolMenu({ label, icon, items }: ToolMenuProps) {
  const { menu, buttonProps } = useMenuOnDemand(preload)
  return (
    <>
      <ToolButton label={label} icon={icon} {...buttonProps} />
      {menu && (
        <Suspense>
          <ToolMenuList menu={menu} items={items} />
        </Suspense>
      )}
    </>
  )
}
