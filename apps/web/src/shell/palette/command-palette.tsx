import { TextInput } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '@atrium/contract'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { useShownTitle } from '../../entities/chats/use-shown-title.ts'
import { Highlighted } from '../../lib/highlighted.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts'
import styles from './palette.module.css'

/** The dialog moves the focus when it has opened; earlier keys must reach this field too. */
const focusAtOnce = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true })

type CommandPaletteProps = {
  /** Text typed while the palette loaded. */
  typedAhead: RefObject<string>
  onClose: () => void
  onShortcuts: () => void
}

/** Finds chats, rooms, templates, canvases, people and actions by keyboard (NAV-13). */
export function CommandPalette({ typedAhead, onClose, onShortcuts }: CommandPaletteProps) {
  const { t } = useTranslation(['search', 'common'])
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [opensFirst, setOpensFirst] = useState(false)
  useLayoutEffect(() => {
    const [typed = '', entered] = typedAhead.current.split('\n')
    if (typed !== '') setText(typed.slice(0, limits.searchCharacters))
    if (entered === '') setOpensFirst(true)
    typedAhead.current = ''
  }, [typedAhead])
  const { groups, hasFailed, isSearching } = usePaletteItems(text, onShortcuts)
  const items = groups.flatMap((group) => group.items)
  const chosen = items[Math.min(at, items.length - 1)]
  const idOf = (item: PaletteItem) => `${listId}-${item.key}`
  const choose = (item: PaletteItem) => {
    onClose()
    item.choose()
  }
  // Enter before the search has finished opens the first result when it arrives.
  const openFirst = useEffectEvent(() => {
    setOpensFirst(false)
    if (chosen) choose(chosen)
  })
  useEffect(() => {
    if (opensFirst && !isSearching) openFirst()
  }, [opensFirst, isSearching])
  const walk = (step: number) => {
    const next = (Math.min(at, items.length - 1) + step + items.length) % Math.max(1, items.length)
    setAt(next)
    const item = items[next]
    if (item) document.getElementById(idOf(item))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') walk(1)
    else if (event.key === 'ArrowUp') walk(-1)
    else if (event.key === 'Enter' && isSearching && at === 0 && (!chosen || chosen.isSearched))
      setOpensFirst(true)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('palette.title')}
      size="lg"
      yOffset="10vh"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <TextInput
        ref={focusAtOnce}
        data-autofocus
        mt={4}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && idOf(chosen)}
        aria-autocomplete="list"
        aria-label={t('palette.field')}
        placeholder={t('palette.field')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          setOpensFirst(false)
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={t(`palette.${group.key}`)}>
            <p className={styles.group} aria-hidden="true">
              {t(`palette.${group.key}`)}
            </p>
            {group.items.map((item) => (
              <Option
                key={item.key}
                id={idOf(item)}
                item={item}
                isChosen={item === chosen}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
        {items.length === 0 && t(isSearching ? 'loading' : 'palette.none')}
        {hasFailed && t('palette.failed')}
      </p>
      <p className={styles.hint}>{t('palette.hint')}</p>
    </Dialog>
  )
}

type OptionProps = { id: string; item: PaletteItem; isChosen: boolean; onChoose: () => void }

function Option({ id, item: { name, detail, marked }, isChosen, onChoose }: OptionProps) {
  const title = useShownTitle(name)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and receives the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      onClick={onChoose}
    >
      <span className={styles.name} dir="auto">
        {marked ? <Highlighted segments={marked.name} /> : title}
      </span>
      {detail !== undefined && (
        <span className={styles.detail} dir="auto">
          {marked?.detail ? <Highlighted segments={marked.detail} /> : detail}
        </span>
      )}
    </div>
  )
}
