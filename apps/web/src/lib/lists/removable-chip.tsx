import { ActionIcon } from '@mantine/core'
import { type Icon, IconX } from '@tabler/icons-react'
import styles from './chips.module.css'

type RemovableChipProps = {
  icon: Icon
  name: string
  /** Name of the button. */ removeLabel: string
  onRemove: () => void
}

/** Something that was chosen, with a button that takes it out. */
export const RemovableChip = ({ icon: Mark, name, removeLabel, onRemove }: RemovableChipProps) => (
  <li className={styles.chip}>
    <Mark size={15} stroke={1.7} aria-hidden="true" />
    <bdi className={styles.name} title={name}>
      {name}
    </bdi>
    <ActionIcon
      className={styles.remove}
      type="button"
      variant="subtle"
      color="gray"
      size={24}
      radius="xl"
      aria-label={removeLabel}
      onClick={onRemove}
    >
      <IconX size={14} stroke={1.8} />
    </ActionIcon>
  </li>
)
