import { type Account, limits } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import styles from './settings.module.css'

/** Deletes the account; shown to its owner. */
export function DeleteSection({ account }: { account: Account }) {
  const { t } = useTranslation('accountAdmin')
  const [isAsked, setAsked] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="delete-account">
      <div>
        <h2 id="delete-account" className={styles.title}>
          {t('delete.title')}
        </h2>
        <p className={styles.text}>{t('delete.text', { count: limits.accountUndoDays })}</p>
      </div>
      <div className={styles.form}>
        {account.role.name === 'owner' ? (
          <Button
            variant="outline"
            color="red.9"
            w="fit-content"
            leftSection={<IconTrash size={17} stroke={1.7} />}
            onClick={() => setAsked(true)}
          >
            {t('delete.open')}
          </Button>
        ) : (
          <p className={styles.quiet}>{t('delete.ownerOnly')}</p>
        )}
      </div>
      {isAsked && <DeleteAccountDialog account={account} onClose={() => setAsked(false)} />}
    </section>
  )
}
