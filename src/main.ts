import './runtime.ts'
import { runProgram } from './cli/program.ts'

await runProgram(process.argv.slice(2))
