import type { SignInOffer, SignInProblem } from '@atrium/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { hostOf } from './host-of.ts'
import type { TypedClient } from './leave-for-sign-in.ts'
import styles from './tool-servers.module.css'

type SignInPanelProps = {
  offer: SignInOffer
  client: TypedClient
  problem: SignInProblem | null
  onChange: (client: TypedClient) => void
}

/** What a server asks for: where to sign in, for whom it is valid, the scopes, and a client of one's own. */
export function SignInPanel({ offer, client, problem, onChange }: SignInPanelProps) {
  const { t } = useTranslation('toolServers')
  const { issuer, scopes, registersClients } = offer
  return (
    <section className={styles.signIn} aria-labelledby="tool-sign-in">
      <h3 id="tool-sign-in" className={styles.toolName}>
        {t('signIn.title')}
      </h3>
      <p className={styles.quiet}>
        {t('signIn.where')} <bdi dir="ltr">{hostOf(issuer)}</bdi>
      </p>
      <p className={styles.paragraph}>{t('signIn.account')}</p>
      {scopes.length === 0 ? (
        <p className={styles.quiet}>{t('signIn.noScopes')}</p>
      ) : (
        <div>
          <p className={styles.label}>{t('signIn.scopes')}</p>
          <ul className={styles.scopes}>
            {scopes.map((scope) => (
              <li key={scope}>
                <code dir="ltr">{scope}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {registersClients ? (
        <details className={styles.schema}>
          <summary>{t('signIn.ownClient')}</summary>
          <Client {...{ offer, client, onChange }} />
        </details>
      ) : (
        <Client {...{ offer, client, onChange }} />
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {t(`signIn.problem.${problem}`)}
        </p>
      )}
    </section>
  )
}

function Client({ offer, client, onChange }: Omit<SignInPanelProps, 'problem'>) {
  const { t } = useTranslation('toolServers')
  return (
    <div className={styles.client}>
      <p className={styles.quiet}>
        {t(offer.registersClients ? 'signIn.clientText' : 'signIn.clientNeeded')}
      </p>
      <p className={styles.redirect}>
        <code dir="ltr">{offer.redirectUri}</code>
      </p>
      <div className={styles.fields}>
        <TextInput
          name="clientId"
          dir="ltr"
          autoComplete="off"
          label={t('signIn.clientId')}
          maxLength={500}
          value={client.id}
          onChange={({ currentTarget: { value: id } }) => onChange({ ...client, id })}
        />
        <PasswordInput
          name="clientSecret"
          dir="ltr"
          autoComplete="off"
          label={t('signIn.clientSecret')}
          description={t('signIn.secretText')}
          maxLength={1_000}
          value={client.secret}
          onChange={({ currentTarget: { value: secret } }) => onChange({ ...client, secret })}
        />
      </div>
    </div>
  )
}
