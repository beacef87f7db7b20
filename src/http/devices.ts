import { type Static, Type } from 'typebox'
import { Text } from '../schemas.ts'

/** The body that makes a password for a device. */
export const DeviceName = Type.Object(
  { name: { ...Text(1, 60), description: 'By which the person knows the device.' } },
  { label: 'Device' },
)

/** What a device needs to add the account. */
export const NewDevice = Type.Object({
  number: Type.Integer({ description: 'The number of its link.' }),
  server: Type.String({ description: 'The host, with the port if it is not that of https.' }),
  url: Type.String({ description: 'The address of the account.' }),
  userName: Type.String({ description: 'The e-mail.' }),
  password: Type.String({ description: 'Groups of four letters and digits. It is not shown again.' }),
  davx5: Type.String({ description: 'A link that opens DAVx⁵ with all of it.' }),
})
export type NewDevice = Static<typeof NewDevice>
