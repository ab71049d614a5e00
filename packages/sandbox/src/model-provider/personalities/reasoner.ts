import { fill, type Asked } from './asked.ts'
import type { ModelAnswer } from './personalities.ts'
import { useSkill } from './skills.ts'
import { quickTexts } from './texts/quick-texts.ts'
import { reasoningTexts } from './texts/reasoning-texts.ts'
import { writerTexts } from './texts/writer-texts.ts'

/** Thinks aloud first, then gives an answer of middle length. */
export function answerAfterReasoning(asked: Asked): ModelAnswer {
  const result = useSkill(asked)
  return { reasoning: reasonAbout(asked, result), text: result ?? conclude(asked) }
}

function reasonAbout(asked: Asked, result: string | null): string {
  const { reading, options, check, calculation, earlier } = reasoningTexts[asked.language]
  const middle =
    result === null
      ? [asked.chooser.one(options), asked.chooser.one(check)]
      : [`${calculation} ${result.replaceAll('**', '')}`]
  const before = asked.earlierTopic === null ? [] : [earlier]
  return fill([asked.chooser.one(reading), ...before, ...middle].join('\n\n'), asked)
}

function conclude(asked: Asked): string {
  const texts = writerTexts[asked.language]
  const quick = quickTexts[asked.language]
  const { chooser } = asked
  const points = chooser
    .some(texts.points, 3)
    .map(
      ({ lead, details }) =>
        `- ${lead}${asked.language === 'zh' ? '：' : '. '}${details.join(asked.language === 'zh' ? '' : ' ')}`,
    )
  const steps = chooser.some(texts.steps, 3).map((step, at) => `${at + 1}. ${step}`)
  const earlier = asked.earlierTopic === null ? [] : [quick.earlier]
  return fill(
    [
      ...earlier,
      chooser.one(quick.openings),
      points.join('\n'),
      `### ${chooser.one(texts.stepsHeading)}`,
      steps.join('\n'),
      chooser.one(texts.closings),
    ].join('\n\n'),
    asked,
  )
}
