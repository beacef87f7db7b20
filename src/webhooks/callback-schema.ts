import { Type } from 'typebox'
import { Text } from '../schemas.ts'
import { NOTIFICATION_KINDS } from './notification.ts'

/** What may be said of a callback. */
export const CallbackInput = Type.Object({
  name: Type.Optional(Text(0, 100)),
  url: Type.Optional(Type.String({ accepts: 'an http or https address' })),
  kinds: Type.Optional(
    Type.Array(Type.Enum([...NOTIFICATION_KINDS]), {
      minItems: 1,
      maxItems: NOTIFICATION_KINDS.length,
      accepts: `a list of ${NOTIFICATION_KINDS.join(', ')}`,
    }),
  ),
  active: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
  secret: Type.Optional(
    Type.String({
      maxLength: 255,
      accepts: 'a text of at most 255 characters',
      description: 'Encrypts the bodies; empty: they go plain.',
    }),
  ),
  idName: Type.Optional(
    Type.String({
      maxLength: 40,
      accepts: 'svcId, or the name for bodies in FASTI_ID_ALIASES',
      description: 'What `svcId` is called in the bodies.',
    }),
  ),
})
