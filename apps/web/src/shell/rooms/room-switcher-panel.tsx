import type { Room, RoomId } from '@atrium/contract'
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../lib/translate.ts'
import type { AskedMenu } from '../../lib/tools/menu-on-demand.ts'
import { StandIn } from '../../lib/tools/stand-in.tsx'
import { usePanelFocus } from '../../lib/tools/use-panel-focus.ts'
import { RoomOptions } from './room-options.tsx'
import styles from './room-switcher.module.css'

type RoomSwitcherPanelProps = {
  menu: AskedMenu
  rooms: Room[]
  activeId: RoomId
  onChoose: (room: Room) => void
}

/** The search for a room to switch to, below the active one. */
export function RoomSwitcherPanel({ menu, rooms, activeId, onChoose }: RoomSwitcherPanelProps) {
  const { t } = useTranslation('shell')
  const { button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  const [text, setText] = useState('')
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: onChange })
  usePanelFocus({
    combobox,
    isOpen,
    onClosed: () => {
      combobox.resetSelectedOption()
      setText('')
    },
  })
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="target"
      shadow="lg"
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        const chosen = rooms.find((one) => one.id === id)
        if (chosen) onChoose(chosen)
      }}
    >
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <StandIn for={button} />
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
              // Results must be loaded before the first one can be chosen.
              flushSync(() => setText(typed))
              combobox.selectFirstOption()
            }}
          />
          <Combobox.Options className={styles.options} tabIndex={0} aria-label={t('rooms.switch')}>
            {isOpen && <RoomOptions rooms={rooms} text={text} activeId={activeId} />}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
