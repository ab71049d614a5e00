import { Kbd } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../lib/translate.ts'
import styles from './palette.module.css'

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)
const command = isMac ? '⌘' : 'Ctrl'

const groups = [
  {
    title: 'shortcuts.everywhere',
    shortcuts: [
      { keys: [command, 'K'], does: 'shortcuts.palette' },
      { keys: [command, '⇧', 'O'], does: 'shortcuts.newChat' },
      { keys: [command, 'J'], does: 'shortcuts.outline' },
      { keys: [command, '⇧', 'F'], does: 'shortcuts.find' },
      { keys: ['?'], does: 'shortcuts.list' },
      { keys: ['Esc'], does: 'shortcuts.close' },
    ],
  },
  {
    title: 'shortcuts.composer',
    shortcuts: [
      { keys: ['Enter'], does: 'shortcuts.send' },
      { keys: ['⇧', 'Enter'], does: 'shortcuts.line' },
      { keys: ['@'], does: 'shortcuts.name' },
      { keys: ['/'], does: 'shortcuts.act' },
    ],
  },
] as const

/** Every shortcut of the product, with its action (NAV-13). */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['search', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.group}>{t(title)}</h3>
          <dl className={styles.shortcuts}>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className={styles.shortcut}>
                <dt>{t(does)}</dt>
                <dd dir="ltr">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
