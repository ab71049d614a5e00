import { Menu } from '@mantine/core'
import { AskedMenu } from './asked-menu.tsx'
import type { AskedMenu as Asked } from './menu-on-demand.ts'
import styles from '@atrium/ui/components/tool-button.module.css'
import type { ToolMenuItem } from './tool-menu-item.ts'

/** The items of a tool's menu. */
export function ToolMenuList({ menu, items }: { menu: Asked; items: readonly ToolMenuItem[] }) {
  return (
    <AskedMenu menu={menu} position="bottom-start">
      {items.map(({ label, icon: Icon, onClick, checked }) =>
        checked === undefined ? (
          <Menu.Item
            key={label}
            className={styles.item}
            leftSection={<Icon size={16} stroke={1.7} />}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ) : (
          <Menu.CheckboxItem
            key={label}
            className={styles.item}
            checked={checked}
            closeMenuOnClick
            onChange={onClick}
          >
            {label}
          </Menu.CheckboxItem>
        ),
      )}
    </AskedMenu>
  )
}
