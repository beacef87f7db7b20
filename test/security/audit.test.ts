import { expect, it } from 'vitest'
import { judgeAudit } from '../../scripts/audit.ts'

const weakness = (severity: string, source: number) => ({
  severity,
  source,
  title: 'Title',
  url: 'https://x',
})
const report = JSON.stringify({
  vulnerabilities: {
    serious: { severity: 'high', via: [weakness('high', 1), weakness('moderate', 2)] },
    above: { severity: 'high', via: ['serious'] },
    small: { severity: 'low', via: [weakness('low', 3)] },
  },
})

it('names what is serious and was not accepted', () => {
  expect(judgeAudit(report, [])).toEqual({ ok: false, output: 'serious: high, Title (1, https://x)' })
  expect(judgeAudit(report, [{ source: 2, reason: '' }]).ok).toBe(false)
  expect(judgeAudit(report, [{ source: 1, reason: 'never called' }])).toEqual({ ok: true, output: '' })
  expect(judgeAudit('{"vulnerabilities":{}}', [])).toEqual({ ok: true, output: '' })
})

it.each(['', 'npm error', 'null', '{"message":"405 Method Not Allowed"}'])(
  'is skipped without an answer: %j',
  (text) => {
    expect(judgeAudit(text, [])).toEqual({ ok: true, output: 'skipped, the registry sent no audit' })
  },
)
