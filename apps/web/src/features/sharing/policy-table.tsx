import { chatActions, chatPolicy, chatRelations, type ChatRight } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './share-dialog.module.css'

const wordOf = { any: 'yes', own: 'own', no: 'no' } as const satisfies Record<ChatRight, string>

/** Who may do what with a shared chat: the policy itself, folded until somebody asks. */
export function PolicyTable() {
  const { t } = useTranslation('shareDialog')
  return (
    <details className={styles.help}>
      <summary>{t('help')}</summary>
      <div className={styles.scroller}>
        <table className={styles.policy}>
          <thead>
            <tr>
              <th scope="col">{t('help.action')}</th>
              {chatRelations.map((relation) => (
                <th key={relation} scope="col">
                  {t(`relation.${relation}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chatActions.map((action) => (
              <tr key={action}>
                <th scope="row">{t(`action.${action}`)}</th>
                {chatRelations.map((relation) => (
                  <td key={relation} data-right={chatPolicy[action][relation]}>
                    {t(wordOf[chatPolicy[action][relation]])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
