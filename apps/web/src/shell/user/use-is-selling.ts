import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/api/app-config.ts'

/** Whether plans and credits are for sale here; false until that is known. */
export function useIsSelling(): boolean {
  const [isSelling, setSelling] = useState(false)
  useEffect(() => {
    void appConfig().then((config) => setSelling(config?.payments === 'on'))
  }, [])
  return isSelling
}
