import { useFocusBack } from '@atrium/ui'
import { Drawer } from '@mantine/core'
import { useTranslation } from '../lib/translate.ts'
import styles from './navigation-drawer.module.css'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on small screens: over the page, trapping the focus until it closes. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  useFocusBack(isOpen)
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      size="min(20rem, 88vw)"
      position="left"
      hiddenFrom="md"
    >
      <Drawer.Overlay backgroundOpacity={0.36} />
      <Drawer.Content aria-label={t('sidebar.label')}>
        <Drawer.Body className={styles.body}>
          <Sidebar onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
