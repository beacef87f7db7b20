// node peers/bare-http.ts <port>: answers every request with what it was told last.
import { createServer, type OutgoingHttpHeaders } from 'node:http'

interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  /** In base64. */
  body: string
}

let status = 404
let headers: OutgoingHttpHeaders = {}
let body = Buffer.alloc(0)

const server = createServer((_req, res) => {
  res.writeHead(status, headers)
  res.end(body)
})
server.listen(Number(process.argv[2]), '127.0.0.1')

process.on('message', (answer: Answer) => {
  status = answer.status
  headers = answer.headers
  body = Buffer.from(answer.body, 'base64')
  process.send!('ready')
})
