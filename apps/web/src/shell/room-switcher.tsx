import { Truncated } from '@atrium/ui'
import { Combobox, Skeleton, UnstyledButton, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { RoomLogo } from '../features/rooms/room-logo.tsx'
import { useRoom, useRooms } from '../features/rooms/use-room.ts'
import { RoomOptions } from './room-options.tsx'
import styles from './room-switcher.module.css'
import { useOpenRoom } from './use-open-room.ts'

/** The active room, and by search a quick way to another (NAV-08). */
export function RoomSwitcher() {
  const { t } = useTranslation('shell')
  const room = useRoom()
  const rooms = useRooms()
  const { openChat } = useOpenRoom()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText('')
      combobox.focusTarget()
    },
  })
  if (rooms.isPending) return <Skeleton height={54} radius="md" aria-hidden="true" />
  if (!room) return null
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="target"
      shadow="lg"
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        const chosen = rooms.data?.find((one) => one.id === id)
        if (chosen) openChat(chosen)
      }}
    >
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <UnstyledButton
          className={styles.switcher}
          aria-haspopup="dialog"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <RoomLogo room={room} size={36} />
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              <Truncated text={room.name} limit={20} />
            </span>
            <span className={styles.shared}>{t('rooms.sharedWith', { count: room.member_count })}</span>
          </span>
          <IconSelector className={styles.arrow} size={18} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown p={0} className={styles.panel}>
        <div role="dialog" aria-label={t('rooms.switch')} className={styles.dropdown}>
          <Combobox.Search
            className={styles.search}
            value={text}
            placeholder={t('rooms.find')}
            aria-label={t('rooms.find')}
            onChange={(event) => {
              const typed = event.currentTarget.value
              // What is found must be there before the first of it can be chosen.
              flushSync(() => setText(typed))
              combobox.selectFirstOption()
            }}
          />
          <Combobox.Options className={styles.options} tabIndex={0} aria-label={t('rooms.switch')}>
            {combobox.dropdownOpened && (
              <RoomOptions rooms={rooms.data ?? []} text={text} activeId={room.id} />
            )}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
