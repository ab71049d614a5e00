import { errorText } from '../text/error-text.ts'
import styles from './form.module.css'

/** Why a form was not accepted; announced at once. */
export function FailureNote({ failure }: { failure: unknown }) {
  return failure ? (
    <p role="alert" className={styles.failure}>
      {errorText(failure)}
    </p>
  ) : null
}
