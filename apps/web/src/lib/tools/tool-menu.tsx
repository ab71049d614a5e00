import type { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ToolMenuItem } from './tool-menu-item.ts'
import { useMenuOnDemand } from './menu-on-demand.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const load = () => import('./tool-menu-list.tsx')
const preload = () => void load().catch(() => {})
const ToolMenuList = lazy(() => load().then((module) => ({ default: module.ToolMenuList })))

type ToolMenuProps = {
  label: string
  icon: typeof IconCopy
  items: readonly ToolMenuItem[]
  look?: 'quiet' | 'round'
}

/** A tool that opens a menu, rendered on first use: a long chat has two below every answer. */
export function ToolMenu({ label, icon, items, look = 'quiet' }: ToolMenuProps) {
  const { menu, buttonProps } = useMenuOnDemand(preload)
  return (
    <>
      <ToolButton label={label} icon={icon} look={look} {...buttonProps} />
      {menu && (
        <Suspense>
          <ToolMenuList menu={menu} items={items} />
        </Suspense>
      )}
    </>
  )
}
