import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './use-focus-back.ts'

/** A window over the page that wants an answer first. The focus stays in it, and goes back to where it was. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  return <Modal {...props} returnFocus={false} />
}
