import { Logo } from '@atrium/ui'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { appConfig } from '../../lib/api/app-config.ts'
import styles from './brand.module.css'

/** The installation's logo and name, or the product's own, in the header of pages outside the frame, linked to the start page. */
export function Brand() {
  const { t } = useTranslation('common')
  const { name, logoUrl } = useInstallation()
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const shownName = name ?? t('productName')
  return (
    <Link to="/" className={styles.brand}>
      {logoUrl === null || logoUrl === failedUrl ? (
        <Logo size={30} />
      ) : (
        // Not an Avatar: the sign-in page would load its code for this picture alone.
        <img
          className={styles.logo}
          src={logoUrl}
          alt=""
          width={30}
          height={30}
          onError={() => setFailedUrl(logoUrl)}
        />
      )}
      <span className={styles.name}>{shownName}</span>
    </Link>
  )
}

type Installation = { name: string | null; logoUrl: string | null }
let known: Installation = { name: null, logoUrl: null }

/** The installation's name and logo; null where not set. */
function useInstallation(): Installation {
  const [installation, setInstallation] = useState(known)
  useEffect(() => {
    void appConfig().then((config) => {
      // An older server doesn't send it.
      if (config?.installation) setInstallation((known = config.installation))
    })
  }, [])
  return installation
}
