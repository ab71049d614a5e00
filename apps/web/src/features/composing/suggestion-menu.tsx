import type { PromptHit } from '@atrium/contract'
import { Popover } from '@mantine/core'
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react'
import type { AskedBase } from '../../entities/files/asked-bases.ts'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import type { Named } from '../../entities/turns/mention-text.ts'
import { useTranslation } from '../../lib/translate.ts'
import type { ComposerAction, Suggestion, Suggestions } from '../../entities/turns/suggestion.ts'
import type { Trigger } from './typed-trigger.ts'
import { type MentionPlace, useMentionSuggestions } from './use-mention-suggestions.ts'
import { useTemplateSuggestions } from './use-template-suggestions.ts'
import styles from './composing.module.css'

/** Lets the focused field pass its keys to the list. */
export type MenuHandle = {
  /** Whether the list took the key. */
  press: (key: string) => boolean
}

/** The list's attributes for the field while it is open. */
export type ShownMenu = { listId: string; activeId: string | undefined }

type SuggestionMenuProps = {
  trigger: Trigger
  place: MentionPlace
  actions: readonly ComposerAction[]
  isCompact: boolean
  onMention: (named: Named, name: string) => void
  onBase?: ((base: AskedBase) => void) | undefined
  onAction: (action: ComposerAction) => void
  /** Uses a template; omitted where none can be used. */
  onTemplate?: ((hit: PromptHit) => void) | undefined
  onClose: () => void
  onShown: (shown: ShownMenu | null) => void
  ref: Ref<MenuHandle>
}

/** Suggestions for the typed text, at the field: move with the arrows, accept with Enter or Tab, close with Escape. */
export function SuggestionMenu({
  trigger,
  place,
  actions,
  isCompact,
  ref,
  ...handlers
}: SuggestionMenuProps) {
  const { onMention, onBase, onAction, onTemplate, onClose, onShown } = handlers
  const { t } = useTranslation('composing')
  const listId = useId()
  const mentions = useMentionSuggestions({
    place,
    query: trigger.sign === '@' ? trigger.query : null,
    most: isCompact ? 3 : 5,
    onTake: onMention,
    onBase,
  })
  const templates = useTemplateSuggestions({
    place,
    query: trigger.query,
    most: isCompact ? 3 : 5,
    onTake: onTemplate,
  })
  const named: Suggestions =
    trigger.sign === '@'
      ? mentions
      : { groups: actionGroups(actions, trigger.query, onAction), isSearching: false, hasFailed: false }
  const [position, setPosition] = useState('top-start')
  // Templates are found after the rest. They stand at the far end from the field, so that nothing moves under the pointer.
  const isAbove = position.startsWith('top')
  const groups = isAbove ? [...templates.groups, ...named.groups] : [...named.groups, ...templates.groups]
  const isSearching = named.isSearching || templates.isSearching
  const hasFailed = named.hasFailed || templates.hasFailed
  const items = groups.flatMap((group) => group.items)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const first = named.groups[0]?.items[0] ?? items[0]
  const active = items.find(({ key }) => key === activeKey) ?? first
  // Text after a name is not a search, and an unknown action is a question.
  const isSought = hasFailed || (trigger.sign === '@' && !trigger.query.includes(' '))
  const hasItems = items.length > 0
  const isOpen = hasItems || isSought
  const idOf = (item: Suggestion) => `${listId}-${item.key}`
  const activeId = active && idOf(active)
  useEffect(() => setActiveKey(null), [trigger.sign, trigger.query])
  useEffect(() => onShown(hasItems ? { listId, activeId } : null), [onShown, hasItems, listId, activeId])
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, items.length])
  useEffect(() => () => onShown(null), [onShown])
  useImperativeHandle(ref, () => ({
    press(key) {
      if (!isOpen) return false
      if (key === 'Escape') onClose()
      else if (active === undefined) return false
      else if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1
        const next = items[(items.indexOf(active) + step + items.length) % items.length]
        setActiveKey(next?.key ?? null)
      } else if (key === 'Enter' || key === 'Tab') active.take()
      else return false
      return true
    },
  }))
  return (
    <Popover
      opened={isOpen}
      position="top-start"
      onPositionChange={setPosition}
      width="target"
      offset={8}
      middlewares={{ flip: true, shift: false, size: { padding: 12 } }}
      transitionProps={{ duration: 0 }}
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      trapFocus={false}
      returnFocus={false}
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} onMouseDown={(event) => event.preventDefault()}>
        {hasItems && (
          <div
            id={listId}
            role="listbox"
            aria-label={t('suggest.list')}
            className={styles.list}
            data-above={isAbove || undefined}
          >
            <div className={styles.groups}>
              {groups.map((group) => (
                <div key={group.key} role="group" aria-label={t(`suggest.${group.key}`)}>
                  <p className={styles.group} aria-hidden="true">
                    {t(`suggest.${group.key}`)}
                  </p>
                  {group.items.map((item) => (
                    <Option key={item.key} id={idOf(item)} item={item} isActive={item === active} />
                  ))}
                </div>
              ))}
            </div>
          </div>
        )}
        {!hasItems && !hasFailed && (
          <p className={styles.note}>{t(isSearching ? 'suggest.searching' : 'suggest.none')}</p>
        )}
        {hasFailed && (
          <p className={styles.note}>{t(named.hasFailed ? 'suggest.failed' : 'suggest.templatesFailed')}</p>
        )}
      </Popover.Dropdown>
      <span role="status" className={styles.status}>
        {isOpen && !isSearching && t('suggest.count', { count: items.length })}
      </span>
    </Popover>
  )
}

function actionGroups(
  actions: readonly ComposerAction[],
  query: string,
  onAction: (action: ComposerAction) => void,
): Suggestions['groups'] {
  const items = findRooms(actions, query).map((action) => ({ ...action, take: () => onAction(action) }))
  return items.length === 0 ? [] : [{ key: 'actions', items }]
}

function Option({ id, item, isActive }: { id: string; item: Suggestion; isActive: boolean }) {
  const { icon: Icon, name, detail, take } = item
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and receives the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onClick={take}
    >
      <Icon size={17} stroke={1.6} aria-hidden="true" />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {detail !== undefined && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </div>
  )
}
