// node peers/bare-post.ts <url>: posts with undici, so many at a time, and does nothing else.
import { Agent, request } from 'undici'

const url = process.argv[2]!
const agent = new Agent()
const body = JSON.stringify({ svcId: '0'.repeat(24), email: 'fan@example.com', text: 'x'.repeat(350) })

async function postAll(count: number, concurrency: number): Promise<void> {
  let left = count
  const post = async () => {
    while (left-- > 0) {
      const headers = { 'content-type': 'application/json', 'webhook-id': String(left) }
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, post))
}

process.on('message', ({ count, concurrency }: { count: number; concurrency: number }) => {
  void postAll(count, concurrency).then(() => process.send!('done'))
})
