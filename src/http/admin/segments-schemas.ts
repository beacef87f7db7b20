import { type Static, Type } from 'typebox'
import { Name } from '../../schemas.ts'
import { Answer } from '../answer.ts'
import { SegmentFilterInput } from './subscriber-query.ts'

export const NewSegment = Type.Object(
  { name: Name(1, 100), filter: SegmentFilterInput },
  { label: 'Segment' },
)
export type NewSegment = Static<typeof NewSegment>

export const SegmentChange = Type.Partial(NewSegment, { label: 'Segment' })

const SegmentRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filter: SegmentFilterInput,
  created: Type.String({ format: 'date-time' }),
})
export type SegmentRecord = Static<typeof SegmentRecord>

export const SegmentAnswer = Answer({ data: SegmentRecord })
export const SegmentsAnswer = Answer({ data: Type.Array(SegmentRecord) })
