import { fill, type Asked } from './asked.ts'
import { quickTexts } from './texts/quick-texts.ts'
import { useSkill } from './skills.ts'

/** A sentence with the number of attached pictures; '' if none. */
export const picturesReceived = ({ pictures, language }: Asked): string =>
  pictures === 0 ? '' : `${quickTexts[language].pictures.replace('{count}', String(pictures))} `

/** A short sample answer in the language of the question: the result of a skill, or two to four sentences of its words. */
export function answerQuickly(asked: Asked): string {
  const result = useSkill(asked)
  if (result !== null) return result
  const texts = quickTexts[asked.language]
  const pictures = asked.pictures === 0 ? [] : [texts.pictures.replace('{count}', String(asked.pictures))]
  const earlier = asked.earlierTopic === null ? [] : [texts.earlier]
  const sentences = [
    ...pictures,
    ...earlier,
    asked.chooser.one(texts.openings),
    asked.chooser.one(texts.middles),
    asked.chooser.one(texts.closings),
  ]
  return fill(sentences.join(asked.language === 'zh' ? '' : ' '), asked)
}
