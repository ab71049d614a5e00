import { Button, useDirection } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './toasts.module.css'

const shownMs = 5000
/** Long enough to read, to doubt, and to reach for the button. */
const shownWithActionMs = 8000

/** Where toasts appear: at most five, five seconds each, at the inline end. */
export function Toasts() {
  const { dir } = useDirection()
  return (
    <Notifications
      limit={5}
      autoClose={shownMs}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      zIndex={1100}
    />
  )
}

export type ToastAction = {
  label: string
  onClick?: () => void
  /** Renders the button as another element, such as a link. */
  renderRoot?: (props: ComponentPropsWithRef<'a'>) => ReactNode
}

export type Toast = {
  message: string
  tone?: 'plain' | 'good' | 'warning' | 'bad'
  /** Name of the close button. */ closeLabel: string
  /** Replaces the toast with the same id. Without one, a message that is already there is not shown twice. */
  id?: string
  /** A button beside the message, which also closes the toast. */
  action?: ToastAction
}

const colours = { plain: 'ink', good: 'green', warning: 'orange', bad: 'red' } as const

/** Shows a toast. */
export function toast({ message, tone = 'plain', closeLabel, id, action }: Toast): void {
  if (id !== undefined) notifications.hide(id)
  const key = id ?? message
  notifications.show({
    id: key,
    message: action ? <WithAction toastId={key} message={message} action={action} /> : message,
    color: colours[tone],
    role: tone === 'bad' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': closeLabel },
    ...(action && { autoClose: shownWithActionMs }),
  })
}

type WithActionProps = { toastId: string; message: string; action: ToastAction }

function WithAction({ toastId, message, action: { label, onClick, renderRoot } }: WithActionProps) {
  const act = () => {
    notifications.hide(toastId)
    onClick?.()
  }
  return (
    <span className={styles.withAction}>
      <span dir="auto">{message}</span>
      <Button size="compact-sm" variant="light" onClick={act} {...(renderRoot && { renderRoot })}>
        {label}
      </Button>
    </span>
  )
}
