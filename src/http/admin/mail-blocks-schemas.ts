import { type Static, Type } from 'typebox'
import { Answer } from '../answer.ts'

export const MailBlockAnswer = Answer({
  data: Type.Object({
    html: Type.String({ description: 'A table to put into a mail.' }),
    text: Type.String({ description: 'The same for the text of the mail.' }),
  }),
})
export type MailBlockAnswer = Static<typeof MailBlockAnswer>
