import { troubleInTurn, judge, lineOf } from './bulkheads.ts'
const rows = await troubleInTurn({ times: Number(process.argv[3] ?? 240), progress: console.error }, 100, process.argv[2]!.split(',') as never)
for (const r of rows) { console.log(lineOf(r)); console.log(judge(r).join('\n'))
 const by=new Map<string,number>(); for (const s of r.troubled.filter(x=>x.ms>100)) by.set(s.what+s.status,(by.get(s.what+s.status)??0)+1); console.log('slow troubled', [...by].join(' '))
 const t=new Map<string,number>(); for (const s of r.troubled) t.set(s.what+s.status,(t.get(s.what+s.status)??0)+1); console.log('troubled', [...t].join(' ')) }
process.exit(0)
