import type { PopoverProps } from '@mantine/core'
import { type ComponentPropsWithRef, lazy, type ReactElement, Suspense } from 'react'
import { useMenuOnDemand } from '../../lib/tools/menu-on-demand.ts'

const load = () => import('./user-panel.tsx')
const preload = () => void load().catch(() => {})
const UserPanel = lazy(() => load().then((module) => ({ default: module.UserPanel })))

type UserMenuProps = {
  position: NonNullable<PopoverProps['position']>
  /** The button that opens it. */ trigger: (props: ComponentPropsWithRef<'button'>) => ReactElement
}

/** The button of 'Account Settings'; the panel loads on first use. */
export function UserMenu({ position, trigger }: UserMenuProps) {
  const { menu, buttonProps } = useMenuOnDemand(preload, 'dialog')
  return (
    <>
      {trigger(buttonProps)}
      {menu && (
        <Suspense>
          <UserPanel menu={menu} position={position} />
        </Suspense>
      )}
    </>
  )
}
