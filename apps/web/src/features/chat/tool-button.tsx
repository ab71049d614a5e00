import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { IconCopy } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef, Ref } from 'react'

type ToolButtonProps = ActionIconProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> & {
    label: string
    ref?: Ref<HTMLButtonElement>
    icon: typeof IconCopy
    pressed?: boolean
  }

/** A small quiet button with an icon, its name in a tooltip. */
export function ToolButton({ label, icon: Icon, pressed, ...others }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'ink' : 'gray'}
        size={32}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...others}
      >
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
