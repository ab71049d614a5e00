import type { IconCopy } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import styles from './tool-button.module.css'

type ToolButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'aria-pressed' | 'children'> & {
  label: string
  icon: typeof IconCopy
  pressed?: boolean
  /** Round and larger beside a text field; with a frame on a picture. */
  look?: 'quiet' | 'round' | 'framed'
}

/** A small icon button with its name in a tooltip. A single element: an answer has nine of them, a chat thousands. */
export function ToolButton({
  label,
  icon: Icon,
  pressed,
  look = 'quiet',
  className = '',
  ...others
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.tool} ${className}`}
      data-look={look}
      data-hint={label}
      aria-label={label}
      aria-pressed={pressed}
      {...others}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </button>
  )
}
