import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './use-focus-back.ts'

/** A modal dialog. The focus stays in it, and returns to where it was when it closes. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  return <Modal {...props} returnFocus={false} />
}
