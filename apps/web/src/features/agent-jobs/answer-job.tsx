import { lazy, Suspense, type ComponentProps } from 'react'

const JobView = lazy(() => import('./job-view.tsx').then((module) => ({ default: module.JobView })))

/** The job that writes an answer; most answers have none, so it loads with the first one. */
export function AnswerJob(props: ComponentProps<typeof JobView>) {
  return (
    <Suspense>
      <JobView {...props} />
    </Suspense>
  )
}
